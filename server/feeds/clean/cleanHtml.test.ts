import { describe, expect, it } from "vitest";
import { measureCpuMs } from "../../../tests/support/cpuTime.ts";
import { scaleLimit } from "../../../tests/support/scaleLimit.ts";
import { removeTextBoilerplate } from "./boilerplate.ts";
import { cleanHtml } from "./cleanHtml.ts";
import { removeTrackingParameters } from "./urls.ts";

const clean = (html: string) => cleanHtml(html, "https://news.example/story");
const image = (src: string, alt = "") => `<img src="https://news.example${src}" alt="${alt}" loading="lazy" />`;
const player = (url: string) =>
  `<a href="${url}" rel="noopener nofollow" data-embed="player">Play at ${new URL(url).hostname}</a>`;

describe("cleanHtml", () => {
  it("limits the cells and columns of tables, and keeps their texts", () => {
    const row = (cells: number) => `<tr>${"<td>a</td>".repeat(cells)}</tr>`;
    const wide = clean(`<table>${row(300)}</table>`);
    expect([wide.match(/<td>/g)?.length, wide.match(/a(?=<)/g)?.length]).toEqual([100, 300]);
    const many = clean(`<table>${row(100).repeat(80)}</table>`);
    expect([many.match(/<td>/g)?.length, many.match(/a(?=<)/g)?.length]).toEqual([5000, 8000]);
    expect(clean('<table><tr><td colspan="2" rowspan="65534">a</td></tr></table>')).toContain(
      '<td colspan="2" rowspan="100">',
    );
  });

  it.each([
    ['<img src="/spacer.gif" width="1" height="1" data-src="/a.jpg">', image("/a.jpg")],
    ['<img src="lazy-placeholder.png" data-lazy-srcset="/a.jpg 300w, /b.jpg 900w">', image("/b.jpg")],
    ['<img srcset="/a-300.jpg 300w, /a-900.jpg 900w">', image("/a-900.jpg")],
    ['<img src="/a.jpg" srcset="/a-300.jpg 300w">', image("/a.jpg")],
    ['<picture><source srcset="/b.webp 1x, /c.webp 2x"><img src="data:,x"></picture>', image("/c.webp")],
    ['<picture><source srcset="/b.webp"><img src="/a.jpg"></picture>', image("/a.jpg")],
    ['<img src="data:image/gif;base64,R0"><noscript><img src="/a.jpg"></noscript>', image("/a.jpg")],
    ['<img src="data:,x" data-src="/a.jpg"><noscript><img src="/a-2.jpg"></noscript>', image("/a.jpg")],
    ['<img src="/a.jpg?a=1&amp;amp;b=2">', image("/a.jpg?a=1&amp;b=2")],
    ['<img src="/a.jpg" width="600" height="0">', image("/a.jpg").replace("<img", '<img width="600" height="0"')],
  ])("keeps the image of %j", (html, cleaned) => {
    expect(clean(html)).toBe(cleaned);
  });

  it.each([
    '<img src="/p.gif" width="1" height="1">',
    '<img src="/p.gif" height="1">',
    '<img src="/p.gif" style="width: 1px; height:1px">',
    '<img src="/p.gif" style="DISPLAY:none !important">',
    '<img src="https://feeds.feedburner.com/~r/x/~4/abc">',
    '<img src="https://feeds.feedblitz.com/~/i/1/2/x">',
    '<img src="">',
    "<picture><source></picture>",
    '<iframe srcdoc="&lt;p&gt;x"></iframe>',
    "<p>&#8203;</p><p>&nbsp;\u00a0</p>",
    '<div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">Share this:</h3><ul>'.concat(
      '<li><a href="/s?share=x">Click to share on X (Opens in new window)</a></li>'.repeat(12),
      "</ul></div>",
    ),
    '<section class="addtoany_content"><a href="https://x.example">Facebook</a></section>',
    '<p>Share this: <a href="https://www.facebook.com/sharer/sharer.php?u=x"><img src="/f.png"></a> | <a href="https://x.com/intent/post?text=a">X</a></p>',
    '<h3>Share this:</h3><ul><li><a href="https://wa.me/?text=a">WhatsApp</a></li><li><a href="https://t.me/share/url?url=a">Telegram</a></li></ul>',
    '<p>The post <a href="/a">A</a> appeared first on <a href="/b">B</a>.</p>',
    '<p><em>The post <a href="/a">A</a> appeared first on <a href="/b">B</a>.</em></p>',
    '<div>The post <a href="/a">A</a> appeared first on <a href="/b">B</a>.</div>',
    '<p>L&#8217;article <a href="/a">A</a> est apparu en premier sur <a href="/b">B</a>.</p>',
    "<p>L'article A est apparu en premier sur B.</p>",
    '<p><a href="/a">∞ Permalink</a></p>',
  ])("removes all of %j", (html) => {
    expect(clean(html)).toBe("");
    expect(clean(`<p>Before.</p>${html}<p>After.</p>`)).toBe("<p>Before.</p><p>After.</p>");
  });

  it.each([
    '<p class="social-distancing">Keep away</p>',
    '<div class="shareholder-news">Keep</div>',
    '<div class="socialist">Keep</div>',
    '<span class="social-embed">Keep</span>',
    "<p>The article, which appeared on Monday, drew letters.</p>",
    "<p>The post office closed. A note that it moved appeared first on its door.</p>",
    "<p>Mail <strong>tips</strong></p>",
    "<p>How to copy a Permalink</p>",
  ])("keeps all of %j", (html) => {
    expect(clean(html)).toBe(html.replace(/ class="[^"]*"/, ""));
  });

  it("removes boilerplate outside a paragraph, after a line break, and at the end of a paragraph", () => {
    const boilerplate =
      'The post <a href="https://a.example">T</a> appeared first on <a href="https://a.example">S</a>.';
    expect(clean(`<p>Words</p>\n${boilerplate}`)).toBe("<p>Words</p>");
    expect(clean(`Words<br>${boilerplate}`)).toBe("Words");
    expect(clean(`<p>Words […] ${boilerplate}</p><p>More</p>`)).toBe("<p>Words […]</p><p>More</p>");
    expect(clean(`<p><em>Words. ${boilerplate}</em> <img src="/a.jpg"></p>`)).toBe(
      `<p><em>Words.</em>${image("/a.jpg")}</p>`,
    );
    expect(clean("Words. The post T appeared first on S.")).toBe("Words.");
    expect(removeTextBoilerplate("Words […] L’article T est apparu en premier sur S.")).toBe("Words […]");
    expect(removeTextBoilerplate("The post T appeared first on S.")).toBe("");
  });

  it.each(["style", "title", "template", "script", "svg", "noscript", "textarea", "math"])(
    "keeps the text after an empty %s",
    (name) => {
      expect(clean(`<p>One</p><${name} class="a>b"/><p>Two</p>`)).toBe("<p>One</p><p>Two</p>");
      expect(clean(`<p>One</p><${name}>x</${name}><p>Two</p>`)).toBe("<p>One</p><p>Two</p>");
      // In HTML, only svg and math can be self-closing. Other self-closing tags are start tags.
      const rest = /svg|math/.test(name) ? "x" : "";
      expect(clean(`<p>One</p><${name}/>x</${name}><p>Two</p>`)).toBe(`<p>One</p>${rest}<p>Two</p>`);
    },
  );

  it.each(["noscript", "title"])("keeps the text after an unclosed %s", (name) => {
    expect(clean(`<p>One</p><${name}><p>Two</p>`)).toBe("<p>One</p><p>Two</p>");
  });

  it("is safe if removing markup creates new markup", () => {
    const html = clean(
      '<scr<title/>ipt>alert(1)</script><no<style/>script><p title="<title/>"><img src=x onerror=y></p>',
    );
    expect(html).not.toMatch(/<script|<noscript|onerror/i);
  });

  it.each([
    [
      '<iframe src="about:blank" data-src="http://www.youtube.com/embed/abcdefg"></iframe>',
      "https://www.youtube.com/embed/abcdefg",
    ],
    ['<iframe src="//m.youtube.com/watch?v=abcdefg"></iframe>', "https://www.youtube.com/embed/abcdefg"],
    ['<iframe src="https://youtu.be/abcdefg"></iframe>', "https://www.youtube.com/embed/abcdefg"],
    [
      '<iframe src="https://www.dailymotion.com/embed/video/x1"></iframe>',
      "https://www.dailymotion.com/embed/video/x1",
    ],
    ['<iframe src="https://embed.podcasts.apple.com/us/x"></iframe>', "https://embed.podcasts.apple.com/us/x"],
    ['<iframe src="https://www.tiktok.com/embed/v2/1"></iframe>', "https://www.tiktok.com/embed/v2/1"],
    ['<iframe src="https://player.twitch.tv/?video=1"></iframe>', "https://player.twitch.tv/?video=1"],
    [
      '<object data="https://www.youtube.com/v/abcdefg"><param name="a"><embed src="https://x.example/"></object>',
      "https://www.youtube.com/embed/abcdefg",
    ],
    ['<object><embed src="https://player.vimeo.com/video/1"></object>', "https://player.vimeo.com/video/1"],
  ])("replaces the player %j with a link that loads it", (html, url) => {
    expect(clean(html)).toBe(player(url));
  });

  it("keeps the text after a self-closing frame", () => {
    const url = "https://www.youtube.com/embed/abcdefg";
    expect(clean(`<p>One</p><iframe src="${url}"/><p>Two</p>`)).toBe(`<p>One</p>${player(url)}<p>Two</p>`);
  });

  it("removes an empty href, and replaces a frame that is no player with a plain link", () => {
    expect(clean('<a href=" ">Words</a>')).not.toContain("href");
    expect(clean('<embed src="https://maps.example/x">')).toBe(
      '<a href="https://maps.example/x" rel="noopener nofollow">maps.example</a>',
    );
    expect(clean('<iframe src="https://www.youtube.com.evil.example/embed/x"></iframe>')).not.toContain("data-embed");
    expect(clean('<iframe src="https://player.twitch.tv.evil.example/"></iframe>')).not.toContain("data-embed");
  });

  it("keeps an image nested in a link", () => {
    expect(clean('<a href="/x"><span><img src="/a.jpg"></span></a>')).toContain("/a.jpg");
  });

  it.each([
    ["noscript", "<noscript><img "],
    ["title", "<title"],
    ["object", '<object data="x">'],
    ["quotes", '<svg a="'],
    ["share buttons", '<div><a href="https://x.com/share">x</a>'],
    ["boilerplate", "The post appeared first on "],
    ["srcsets", '<img srcset="a,'],
    ["placeholders", `<img src="${"lazy-".repeat(2000)}">`],
    ["names", `<img src="/${"1x1".repeat(2000)}!.gif">`],
    ["spaces", `<p>${" ".repeat(2000)}`],
  ])("cleans 200,000 characters of %s in under 3 s", async (_, part) => {
    expect(await measureCpuMs(() => clean(part.repeat(Math.ceil(200_000 / part.length))))).toBeLessThan(
      scaleLimit(3000),
    );
  });
});

describe("removeTrackingParameters", () => {
  it.each([
    ["https://a.example/?q=a%20b+c&utm_source=x&y=%7E;z", "https://a.example/?q=a%20b+c&y=%7E;z"],
    [
      "https://a.example/?wbraid=1&gbraid=2&gad_source=3&srsltid=4&igsh=5&mtm_campaign=6&pk_x=7&piwik_x=8&_ga=9",
      "https://a.example/",
    ],
    [
      "https://a.example/?_gl=1&fb_action_ids=2&fb_source=3&hsCtaTracking=4&_openstat=5&id=6#part",
      "https://a.example/?id=6#part",
    ],
    ["https://a.example/x#utm_source=a&utm_medium=b", "https://a.example/x"],
    ["https://a.example/x?a=1&amp;utm_source=b#c", "https://a.example/x?a=1#c"],
    ["https://a.example/x?%E0%A4%A=1", "https://a.example/x?%E0%A4%A=1"],
  ])("cleans %j", (address, left) => {
    expect(removeTrackingParameters(address)).toBe(left);
  });
});
