/**
 * Posts with every construct of WordPress and Ghost that an import converts or removes. The posts use the images and
 * files of tests/integration/storyMoves.test.ts.
 */

/** A post of WordPress's classic editor. */
export const CLASSIC = `Hello <b>world</b>.
Second line.

[caption id="attachment_400" align="alignleft" width="300"]<a href="https://old.example/wp-content/uploads/2019/lead.jpg"><img class="wp-image-400" src="https://old.example/wp-content/uploads/2019/lead-300x200.jpg" alt="x" /></a> The <em>caption</em> [/caption]

[gallery ids="400,401"]

[embed]https://vimeo.com/123456[/embed]

https://twitter.com/someone/status/123

[contact-form-7 id="5" title="Contact"]

[mailchimp]

[wpforms id=5]

[vc_row][vc_column width="1/2"]Inside columns[/vc_column][/vc_row]

[su_button url="https://tickets.example/x"]Buy tickets[/su_button]

[video mp4="https://old.example/wp-content/uploads/2019/film.mp4"][/video]

[pullquote]Big words[/pullquote]

[gallery]

[audio mp3="https://old.example/wp-content/uploads/2019/bell.mp3"]

[googlemap src="https://maps.example/?q=1"]

[iframe src="https://data.example/chart" width="100%"]

[tweet 12345]

[dropcap]T[/dropcap]he end. He said [laughs] and [Editor's note: yes] too.

<iframe src="https://datawrapper.dwcdn.net/abc/1/" title="Chart of boats"></iframe>

<form><label>Email</label><input name=e><button>Sign up</button></form>

<a href="mailto:a@b.example">Mail</a> <a href="https://old.example/">Home</a> <a href="tel:+1555">Call</a>
<a href="https://old.example/wp-content/uploads/2019/plan.pdf">Doc</a> <a href="https://old.example/wp-content/uploads/2019/plan.pdf">CSV</a> <a href="http://www.old.example/2019/04/blocks/#part">blocks</a> 
<ul>
<li>One</li>
<li>Two</li>
</ul>
<script async src="https://platform.twitter.com/widgets.js"></script>
<h1>Top</h1>
<strike>gone</strike> H<sub>2</sub>O x<sup>2</sup>
<table><caption>Cap</caption><tr><th colspan=2>Head</th></tr><tr><td rowspan=2>A</td><td>B</td></tr><tr><td>C</td></tr></table>
`;

/** A post of WordPress's block editor. */
export const BLOCKS = `<!-- wp:cover {"url":"https://old.example/wp-content/uploads/2019/two.jpg"} --><div class="wp-block-cover"><img class="wp-block-cover__image-background wp-image-x" alt="" src="https://old.example/wp-content/uploads/2019/two.jpg"/><div class="wp-block-cover__inner-container"><p>Over cover</p></div></div><!-- /wp:cover -->
<!-- wp:media-text --><div class="wp-block-media-text"><figure class="wp-block-media-text__media"><img src="https://old.example/wp-content/uploads/2019/one.jpg" class="wp-image-401"/></figure><div class="wp-block-media-text__content"><p>Beside media</p></div></div><!-- /wp:media-text -->
<!-- wp:buttons --><div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="https://tickets.example/">Get tickets</a></div></div><!-- /wp:buttons -->
<!-- wp:pullquote --><figure class="wp-block-pullquote"><blockquote><p>Pulled</p><cite>Ada</cite></blockquote></figure><!-- /wp:pullquote -->
<!-- wp:quote --><blockquote class="wp-block-quote"><p>Quoted</p><cite>Ben</cite></blockquote><!-- /wp:quote -->
<!-- wp:embed {"url":"https://www.youtube.com/watch?v=abcdefghijk"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://www.youtube.com/watch?v=abcdefghijk
</div><figcaption>Watch it</figcaption></figure><!-- /wp:embed -->
<!-- wp:audio --><figure class="wp-block-audio"><audio controls src="https://old.example/wp-content/uploads/2019/bell.mp3"></audio><figcaption>The song</figcaption></figure><!-- /wp:audio -->
<!-- wp:video --><figure class="wp-block-video"><video controls src="https://old.example/wp-content/uploads/2019/film.mp4"></video><figcaption>The film</figcaption></figure><!-- /wp:video -->
<!-- wp:columns --><div class="wp-block-columns"><div class="wp-block-column"><p>Left</p></div><div class="wp-block-column"><p>Right</p></div></div><!-- /wp:columns -->
<!-- wp:preformatted --><pre class="wp-block-preformatted">Pre  formatted <b>x</b></pre><!-- /wp:preformatted -->
<!-- wp:code --><pre class="wp-block-code"><code>let a = 1 &lt; 2;</code></pre><!-- /wp:code -->
<!-- wp:html --><div style="x">Raw <i>html</i></div><!-- /wp:html -->
<!-- wp:more --><!--more--><!-- /wp:more -->
<!-- wp:latest-posts /-->
<!-- wp:shortcode -->[donate]<!-- /wp:shortcode -->
<!-- wp:social-links --><ul class="wp-block-social-links"><!-- wp:social-link {"url":"https://x.example/us","service":"x"} /--></ul><!-- /wp:social-links -->
<!-- wp:image {"id":102} --><figure class="wp-block-image"><a href="https://tickets.example/show"><img src="https://old.example/wp-content/uploads/2019/two-1024x768.jpg" class="wp-image-y"/></a></figure><!-- /wp:image -->
<!-- wp:image {"id":400,"linkDestination":"attachment"} --><figure class="wp-block-image"><a href="https://old.example/2019/04/blocks/a/" rel="attachment wp-att-400"><img src="https://old.example/wp-content/uploads/2019/lead.jpg" class="wp-image-400"/></a></figure><!-- /wp:image -->
<!-- wp:table --><figure class="wp-block-table"><table><thead><tr><th>Day</th><th>Boats</th></tr></thead><tbody><tr><td>Sat</td><td>9</td></tr></tbody><tfoot><tr><td>Sum</td><td>9</td></tr></tfoot></table><figcaption>Boats</figcaption></figure><!-- /wp:table -->
<!-- wp:list {"ordered":true} --><ol start="3"><li>Three<ul><li>Nested</li></ul></li></ol><!-- /wp:list -->
<!-- wp:jetpack/tiled-gallery --><div class="wp-block-jetpack-tiled-gallery"><figure><img data-url="https://old.example/wp-content/uploads/2019/lead.jpg" src="https://old.example/wp-content/uploads/2019/lead-150x150.jpg" alt="t1"></figure><figure><img src="https://old.example/wp-content/uploads/2019/one.jpg" alt="t2"></figure></div><!-- /wp:jetpack/tiled-gallery -->
<!-- wp:jetpack/slideshow --><div class="wp-block-jetpack-slideshow"><ul><li><figure><img src="https://old.example/wp-content/uploads/2019/two.jpg" alt="s1"><figcaption>Slide</figcaption></figure></li></ul></div><!-- /wp:jetpack/slideshow -->
<!-- wp:details --><details><summary>Sum</summary><p>Detail</p></details><!-- /wp:details -->
<!-- wp:group --><div class="wp-block-group"><h4>Related</h4><ul><li><a href="https://old.example/2019/04/classic/">classic</a></li></ul></div><!-- /wp:group -->
<!-- wp:paragraph --><p>Emoji 😀 <img class="emoji" alt="🎉" src="https://s.w.org/x.png"> and “quotes” — dash... (c) 1/2</p><!-- /wp:paragraph -->`;

/** HTML of Ghost's cards. */
export const CARDS = `<p>Start <a href="__GHOST_URL__/lexical/">lex</a>.</p>
<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://b.example/x"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Bookmark title</div><div class="kg-bookmark-description">Bookmark words</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://b.example/i.png" alt=""><span class="kg-bookmark-author">B Example</span><span class="kg-bookmark-publisher">Pub</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://b.example/t.jpg" alt=""></div></a><figcaption>Bm caption</figcaption></figure>
<div class="kg-card kg-audio-card"><img src="" alt="audio-thumbnail" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-thumbnail placeholder"><svg></svg></div><div class="kg-audio-player-container"><audio src="__GHOST_URL__/content/media/2019/bell.mp3" preload="metadata"></audio><div class="kg-audio-title">The show</div><div class="kg-audio-player"><button>P</button><span class="kg-audio-current-time">0:00</span><div class="kg-audio-time">/<span class="kg-audio-duration">10:00</span></div><button class="kg-audio-playback-rate">1&#215;</button></div></div></div>
<figure class="kg-card kg-video-card kg-card-hascaption"><div class="kg-video-container"><video src="__GHOST_URL__/content/media/2019/film.mp4" poster="x"></video><div class="kg-video-overlay"><button></button></div><div class="kg-video-player-container"><div class="kg-video-player"><span class="kg-video-current-time">0:00</span></div></div></div><figcaption><p>Video cap</p></figcaption></figure>
<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="__GHOST_URL__/content/files/2019/plan.pdf" title="Download" download><div class="kg-file-card-contents"><div class="kg-file-card-title">The plan</div><div class="kg-file-card-caption">Read it</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">plan.pdf</div><div class="kg-file-card-filesize">10 KB</div></div></div><div class="kg-file-card-icon"><svg></svg></div></a></div>
<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="__GHOST_URL__/content/images/2019/one.jpg" class="kg-product-card-image"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title">Product</h4></div><div class="kg-product-card-description"><p>Good thing</p></div><a href="https://shop.example/" class="kg-product-card-button"><span>Buy it</span></a></div></div>
<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Toggle Q</h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>Toggle A</p></div></div>
<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Callout <b>text</b></div></div>
<div class="kg-card kg-header-card kg-v2" data-background-color="#000"><picture><img class="kg-header-card-image" src="__GHOST_URL__/content/images/2019/two.jpg"></picture><div class="kg-header-card-content"><div class="kg-header-card-text"><h2 class="kg-header-card-heading">Header H</h2><p class="kg-header-card-subheading">Header sub</p><a href="https://h.example/" class="kg-header-card-button">Head button</a></div></div></div>
<div class="kg-card kg-button-card kg-align-center"><a href="https://btn.example/" class="kg-btn kg-btn-accent">A button</a></div>
<div class="kg-card kg-cta-card"><div class="kg-cta-sponsor-label-wrapper"><div class="kg-cta-sponsor-label"><span>SPONSORED</span></div></div><div class="kg-cta-content"><div class="kg-cta-image-container"><img src="__GHOST_URL__/content/images/2019/lead.jpg"></div><div class="kg-cta-content-inner"><div class="kg-cta-text"><p>CTA text</p></div><a href="https://cta.example/" class="kg-cta-button">CTA go</a></div></div></div>
<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/2019/lead.jpg" alt="GA"></div><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/size/w600/2019/one.jpg" alt="GB"></div></div></div><figcaption><p>Gallery cap</p></figcaption></figure>
<div class="kg-card kg-signup-card"><form><h2>Sign up for us</h2><input></form></div>
<figure class="kg-card kg-embed-card"><blockquote class="twitter-tweet"><p lang="en">Tweet text</p>&mdash; Someone (@x) <a href="https://twitter.com/x/status/1">April 1</a></blockquote><script async src="https://platform.twitter.com/widgets.js"></script></figure>
<figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/abcdefghijk?feature=oembed" title="A film"></iframe></figure>
<figure class="kg-card kg-image-card kg-card-hascaption"><a href="https://linked.example/"><img src="__GHOST_URL__/content/images/2019/lead.jpg" class="kg-image" alt="Im" srcset="x 600w"></a><figcaption><span>Image cap</span></figcaption></figure>
<pre><code class="language-js">let x = 1;</code></pre>
<div class="kg-card kg-before-after-card"><img src="__GHOST_URL__/content/images/2019/lead.jpg"><img src="__GHOST_URL__/content/images/2019/one.jpg"></div>
<div class="kg-card kg-nft-card"><a href="https://nft.example/">NFT words</a></div>
<a href="#/portal/signup" class="kg-btn">Join now</a>
<p>End.</p>`;

const GHOST = "__GHOST_URL__";
const text = (value: string, format = 0) => ({ type: "extended-text", text: value, format });
const paragraph = (...children: unknown[]) => ({ type: "paragraph", children });

/** Cards in the format of Ghost's editor. */
export const LEXICAL = JSON.stringify({
  root: {
    type: "root",
    children: [
      paragraph(text("Plain "), text("bold", 1), {
        type: "link",
        url: `${GHOST}/ghost-cards/`,
        children: [text("to cards")],
      }),
      { type: "extended-heading", tag: "h2", children: [text("H")] },
      {
        type: "list",
        listType: "bullet",
        start: 1,
        children: [
          { type: "listitem", children: [text("L1")] },
          {
            type: "listitem",
            children: [{ type: "list", listType: "bullet", children: [{ type: "listitem", children: [text("L2")] }] }],
          },
        ],
      },
      { type: "extended-quote", children: [text("Q")] },
      { type: "aside", children: [text("As")] },
      {
        type: "image",
        src: `${GHOST}/content/images/2019/lead.jpg`,
        alt: "IA",
        caption: "<span>IC</span>",
        href: "https://linked.example/i",
      },
      {
        type: "gallery",
        images: [
          { src: `${GHOST}/content/images/2019/one.jpg`, fileName: "b.jpg", alt: "gb" },
          { src: `${GHOST}/content/images/2019/two.jpg`, caption: "<p>own cap</p>" },
        ],
        caption: "gcap",
      },
      {
        type: "bookmark",
        url: "https://b.example/y",
        metadata: { title: "BT", description: "BD", author: "BA", publisher: "BP" },
        caption: "bc",
      },
      {
        type: "embed",
        embedType: "twitter",
        url: "https://twitter.com/a/status/9",
        html: `<blockquote><p>Tw</p></blockquote>`,
      },
      { type: "html", html: "<p>Raw H</p>" },
      { type: "markdown", markdown: "*md* [l](https://md.example/)" },
      { type: "codeblock", code: "x<y", language: "js", caption: "cc" },
      { type: "horizontalrule" },
      { type: "audio", src: `${GHOST}/content/media/2019/bell.mp3`, title: "AT", duration: 5 },
      { type: "video", src: `${GHOST}/content/media/2019/film.mp4`, caption: "vc" },
      {
        type: "file",
        src: `${GHOST}/content/files/2019/plan.pdf`,
        fileTitle: "FT",
        fileCaption: "FC",
        fileName: "plan.pdf",
        fileSize: 10,
      },
      {
        type: "product",
        productImageSrc: `${GHOST}/content/images/2019/one.jpg`,
        productTitle: "PT",
        productDescription: "<p>PD</p>",
        productUrl: "https://p.example/",
        productButton: "PB",
        productButtonEnabled: true,
      },
      { type: "toggle", heading: "TH", content: "<p>TC</p>" },
      { type: "callout", calloutEmoji: "📣", calloutText: "CT" },
      { type: "button", buttonUrl: "https://bb.example/", buttonText: "BBT" },
      {
        type: "header",
        version: 2,
        header: "HH",
        subheader: "HS",
        buttonUrl: "https://hb.example/",
        buttonText: "HBT",
        buttonEnabled: true,
        backgroundImageSrc: `${GHOST}/content/images/2019/two.jpg`,
      },
      {
        type: "call-to-action",
        textValue: "<p>CTV</p>",
        buttonUrl: "https://c.example/",
        buttonText: "CBT",
        showButton: true,
        hasSponsorLabel: true,
        sponsorLabel: "<p>SL</p>",
        imageUrl: `${GHOST}/content/images/2019/lead.jpg`,
      },
      { type: "email", html: "<p>Email only</p>" },
      { type: "email-cta", html: "<p>Email cta</p>" },
      { type: "signup", header: "SUH", subheader: "SUS" },
      { type: "paywall" },
      { type: "transistor", accentColor: "x", url: "https://share.transistor.fm/e/1" },
      { type: "at-link", children: [] },
      { type: "unknown-card", stuff: "Lost words here" },
      { type: "tk", text: "TK" },
      paragraph(text("Line"), { type: "linebreak" }, text("two")),
    ],
  },
});
