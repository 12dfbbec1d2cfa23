/** A clipboard's HTML: our own words in the markup of a program or web page. `name` begins with the program or page. */
export interface Clipboard {
  name: string;
  html: string;
  /** The story's Markdown after pasting. */
  markdown: string;
  /** Number of images that the person must add, since the clipboard has only their addresses; 0 by default. */
  missing?: number;
  /** Number of images that the clipboard contains; 0 by default. */
  files?: number;
  /** Text of the story before pasting; empty by default. */
  before?: string;
}

/** Returns a document as Word writes it. */
const word = (body: string) =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document>
<link rel=File-List href="file:///C:/Temp/filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} --></style></head>
<body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

/** Returns a list item as Word writes it. */
const wordItem = (list: string, level: number, sign: string, text: string, position = "Middle") =>
  `<p class=MsoListParagraphCxSp${position} style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`;

const docs = (body: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b3c4d-7fff">${body}</b>`;

const docsText = (text: string, style = "") =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;font-style:normal;text-decoration:none;${style}white-space:pre-wrap;">${text}</span>`;

const docsLine = (text: string) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${text}</p>`;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const CLIPBOARDS: readonly Clipboard[] = [
  {
    name: "Word: text with bold, italic, struck and underlined words",
    html: word(
      `<p class=MsoNormal>The <b style='mso-bidi-font-weight:normal'>county</b> board <i>voted</i> <s>twice</s> <u>today</u>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>It meets again<span style='mso-spacerun:yes'>&nbsp; </span>in May.<o:p></o:p></p>`,
    ),
    markdown: "The **county** board *voted* ~~twice~~ today.\n\nIt meets again in May.",
  },
  {
    name: "Word: a title and headings",
    html: word(`<p class=MsoTitle>Harbor budget<o:p></o:p></p><h1>Who pays<o:p></o:p></h1><p class=MsoNormal>The port.</p>
<h2><a name="_Toc1">Two <b>steps</b></a></h2><p class=MsoNormal>First one.</p><h3>Later</h3><p class=MsoNormal>Second.</p>`),
    markdown: "## Harbor budget\n\n## Who pays\n\nThe port.\n\n### Two steps\n\nFirst one.\n\n#### Later\n\nSecond.",
  },
  {
    name: "Word: one title above second-level headings",
    html: word("<h1>Budget</h1><h2>Who pays</h2><p class=MsoNormal>The port.</p>"),
    markdown: "## Budget\n\n## Who pays\n\nThe port.",
  },
  {
    name: "Word: a list with bullets within a list",
    html: word(
      `<p class=MsoNormal>Bring:</p>${wordItem("l0", 1, "·", "a coat", "First")}${wordItem("l0", 2, "o", "with a hood")}${wordItem("l0", 2, "o", "and pockets")}${wordItem("l0", 1, "·", "<b>boots</b>", "Last")}<p class=MsoNormal>Nothing else.</p>`,
    ),
    markdown: "Bring:\n\n- a coat\n  - with a hood\n  - and pockets\n- **boots**\n\nNothing else.",
  },
  {
    name: "Word: a numbered list that goes on after a paragraph",
    html: word(
      `${wordItem("l1", 1, "1.", "Sign in", "First")}${wordItem("l1", 1, "2.", "Wait", "Last")}<p class=MsoNormal>Lunch is at noon.</p>${wordItem("l1", 1, "3.", "Vote", "First")}`,
    ),
    markdown: "1. Sign in\n2. Wait\n\nLunch is at noon.\n\n3. Vote",
  },
  {
    name: "Word: a numbered list that starts again, and letters below it",
    html: word(
      `${wordItem("l1", 1, "1.", "North")}${wordItem("l1", 2, "a)", "Elm Street")}${wordItem("l1", 2, "b)", "Oak Street")}${wordItem("l1", 1, "2.", "South")}<p class=MsoNormal>Then:</p>${wordItem("l2", 1, "1.", "East")}`,
    ),
    markdown: "1. North\n   1. Elm Street\n   2. Oak Street\n2. South\n\nThen:\n\n1. East",
  },
  {
    name: "Word: a numbered heading stays a heading",
    html: word(
      "<h2 style='mso-list:l3 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt'>&nbsp;&nbsp; </span></span><![endif]>Costs</h2><p class=MsoNormal>High.</p>",
    ),
    markdown: "## 1. Costs\n\nHigh.",
  },
  {
    name: "Word: footnotes",
    before: "One note.[^1]\n\n[^1]: The first.",
    html: word(
      `<p class=MsoNormal>The bridge closed<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a> in 1911.</p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> County records.<o:p></o:p></p></div></div>`,
    ),
    markdown: "The bridge closed[^2] in 1911.\n\n[^2]: County records.\n\nOne note.[^1]\n\n[^1]: The first.",
  },
  {
    name: "Word: tracked changes and comments",
    html: word(
      `<p class=MsoNormal>The mayor <span class=msoDel><del cite="mailto:Eve" datetime="2026-03-02T10:00">refused</del></span><span class=msoIns><ins cite="mailto:Eve" datetime="2026-03-02T10:00">declined</ins></span> to <a style='mso-comment-reference:EO_1;mso-comment-date:20260302T1000'>speak</a><span class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[EO1]</a><span style='mso-special-character:comment'>&nbsp;</span></span></span>.</p>
<div style='mso-element:comment-list'><hr class=msocomoff align=left size=1 width="33%"><div style='mso-element:comment'><p class=MsoCommentText>Ask again.</p></div></div>`,
    ),
    markdown: "The mayor declined to speak.",
  },
  {
    name: "Word: smart tags, soft hyphens and spaces for typography",
    html: word(
      `<p class=MsoNormal>In <st1:City w:st="on"><st1:place w:st="on">Harbor Town</st1:place></st1:City>,&nbsp;10&nbsp;000 peo&shy;ple came;&nbsp;&nbsp;&nbsp;few stayed.</p>`,
    ),
    markdown: "In Harbor Town, 10\u00a0000 people came; few stayed.",
  },
  {
    name: "Word: a table with merged cells",
    html: word(
      `<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr style='mso-yfti-irow:0'><td width=100 valign=top><p class=MsoNormal><b>Ward</b></p></td><td colspan=2 width=200><p class=MsoNormal><b>Votes</b></p></td></tr>
<tr><td rowspan=2><p class=MsoNormal>North</p></td><td><p class=MsoNormal>Yes</p></td><td><p class=MsoNormal>12</p><p class=MsoNormal>of 20</p></td></tr>
<tr><td><p class=MsoNormal>No</p></td><td><p class=MsoNormal>8</p></td></tr>
<tr><td>South</td><td rowspan=2>Open</td><td>9</td></tr><tr><td>East</td><td>7</td></tr></table>`,
    ),
    markdown:
      "| **Ward** | **Votes** |  |\n| --- | --- | --- |\n| North | Yes | 12 of 20 |\n|  | No | 8 |\n| South | Open | 9 |\n| East |  | 7 |",
  },
  {
    name: "Word: pictures of the document, and a text box",
    html: word(
      `<p class=MsoNormal>Before<!--[if gte vml 1]><v:shape id="p1"><v:imagedata src="file:///C:/Temp/image001.png"/></v:shape><![endif]--><![if !vml]><img width=200 height=100 src="file:///C:/Temp/image001.png" v:shapes="p1"><![endif]> after.</p>
<table cellpadding=0 cellspacing=0><tr><td><p class=MsoNormal>Boxed text.</p></td></tr></table>`,
    ),
    markdown: "Before after.\n\nBoxed text.",
    missing: 1,
  },
  {
    name: "Word Online: a heading, text and its paragraph marks",
    html: `<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" role="heading" aria-level="2" paraid="1"><span class="TextRun SCXW1" data-contrast="none"><span class="NormalTextRun SCXW1">Who pays</span></span><span class="EOP SCXW1">&nbsp;</span></p></div>
<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" paraid="2"><span class="TextRun SCXW1"><span class="NormalTextRun">The </span></span><span class="TextRun SCXW1" style="font-weight:bold"><span class="NormalTextRun">port</span></span><span class="TextRun"><span class="NormalTextRun">.</span></span><span class="EOP SCXW1">&nbsp;</span></p></div>`,
    markdown: "## Who pays\n\nThe **port**.",
  },
  {
    name: "Word Online: lists, of which each item is one",
    html: `<div class="ListContainerWrapper"><ul class="BulletListStyle1" role="list"><li data-leveltext="" data-listid="4" data-aria-level="1" role="listitem" class="OutlineElement"><p class="Paragraph"><span class="TextRun">Coat</span><span class="EOP">&nbsp;</span></p></li></ul></div>
<div class="ListContainerWrapper"><ul class="BulletListStyle2" role="list"><li data-listid="4" data-aria-level="2" role="listitem"><p class="Paragraph"><span class="TextRun">Hood</span></p></li></ul></div>
<div class="ListContainerWrapper"><ul class="BulletListStyle1" role="list"><li data-listid="4" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun">Boots</span></p></li></ul></div>
<div class="OutlineElement"><p class="Paragraph"><span class="TextRun">Then:</span></p></div>
<div class="ListContainerWrapper"><ol class="NumberListStyle1" role="list" start="1"><li data-listid="5" data-aria-level="1"><p class="Paragraph"><span class="TextRun">Go</span></p></li></ol></div>
<div class="ListContainerWrapper"><ol class="NumberListStyle1" role="list" start="2"><li data-listid="5" data-aria-level="1"><p class="Paragraph"><span class="TextRun">Vote</span></p></li></ol></div>`,
    markdown: "- Coat\n  - Hood\n- Boots\n\nThen:\n\n1. Go\n2. Vote",
  },
  {
    name: "Google Docs: the bold element around everything, and styles of words",
    html: docs(
      `${docsLine(docsText("The board "))}<br />${docsLine(docsText("voted ", "font-weight:700;") + docsText("twice", "font-style:italic;") + docsText(" today", "text-decoration:line-through;") + docsText("."))}`,
    ),
    markdown: "The board\n\n**voted** *twice* ~~today~~.",
  },
  {
    name: "Google Docs: a link through its redirect, and headings",
    html: docs(
      `<h1 dir="ltr">${docsText("Title", "font-weight:700;")}</h1>${docsLine(`<a href="https://www.google.com/url?q=https://county.example/a%3Fb%3D1&amp;sa=D&amp;usg=x" style="text-decoration:none;">${docsText("Records", "text-decoration:underline;")}</a>`)}<h2 dir="ltr">${docsText("Later")}</h2>`,
    ),
    markdown: "## Title\n\n[Records](https://county.example/a?b=1)\n\n## Later",
  },
  {
    name: "Google Docs: lists within lists, and a checklist",
    html: docs(
      `<ul style="margin-top:0;"><li dir="ltr" aria-level="1"><p role="presentation">${docsText("One")}</p></li><ul><li dir="ltr" aria-level="2"><p role="presentation">${docsText("Inner")}</p></li></ul><li dir="ltr" aria-level="1"><p role="presentation">${docsText("Two")}</p></li></ul>`,
    ),
    markdown: "- One\n  - Inner\n- Two",
  },
  {
    name: "Google Docs: a table and a picture that only Google has",
    html: docs(
      `<div dir="ltr" align="left"><table style="border:none"><colgroup><col width="100" /><col /></colgroup><tbody><tr><td>${docsLine(docsText("Day"))}</td><td>${docsLine(docsText("Boats"))}</td></tr><tr><td>${docsLine(docsText("Saturday"))}</td><td>${docsLine(docsText("9 | 10"))}</td></tr></tbody></table></div><br />${docsLine(`<span><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4n" width="624" height="400" /></span>`)}`,
    ),
    markdown: "| Day | Boats |\n| --- | --- |\n| Saturday | 9 \\| 10 |",
    missing: 1,
  },
  {
    name: "Gmail: lines as elements, and a quotation",
    html: `<div dir="ltr"><div>Hello,</div><div><br></div><div>the boat sails at <b>nine</b> <img data-emoji="⛴" alt="⛴️" src="https://fonts.gstatic.com/s/e/26f4.png">.<br>Be early.<br><br>Ada</div><div class="gmail_quote"><blockquote class="gmail_quote" style="margin:0"><div>When?</div></blockquote></div></div>`,
    markdown: "Hello,\n\nthe boat sails at **nine** ⛴️.\\\nBe early.\n\nAda\n\n> When?",
  },
  {
    name: "Outlook: a link through its check, and a picture of the mail",
    html: word(
      `<p class=MsoNormal>See <a href="https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcounty.example%2Fplan&amp;data=05&amp;reserved=0">the plan</a>.</p><p class=MsoNormal><img src="cid:image001.png@01D" width=10 height=10></p>`,
    ),
    markdown: "See [the plan](https://county.example/plan).",
    missing: 1,
  },
  {
    name: "Apple Notes: headings by size, lists and a line break of its own",
    html: `<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta name="Generator" content="Cocoa HTML Writer"><style>p.p1 {margin: 0.0px; font: 13.0px '.AppleSystemUIFont'}</style></head><body><h1><b>Shopping</b></h1><p class="p1"><span class="s1">For the fair</span><br class="Apple-interchange-newline"></p><ul class="ul1"><li class="li2"><span class="s2"></span>Paint</li><li class="li2">Rope</li></ul></body></html>`,
    markdown: "## Shopping\n\nFor the fair\n\n- Paint\n- Rope",
  },
  {
    name: "Apple Pages: paragraphs by classes, and tabs",
    html: `<html><head><meta name="Generator" content="Cocoa HTML Writer"></head><body><p class="p1"><i>Harbor</i><span class="Apple-tab-span" style="white-space:pre">\t</span>Town<span class="Apple-converted-space">&nbsp;</span></p><p class="p2"><br></p><p class="p1">Second.</p></body></html>`,
    markdown: "*Harbor* Town\n\nSecond.",
  },
  {
    name: "LibreOffice: fonts, a note and a picture that it contains",
    html: `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.2"><style>p { line-height: 115% }</style></head><body lang="en-US" dir="ltr"><p style="margin-bottom: 0in"><font face="Liberation Serif"><font size="3" style="font-size: 12pt">A note<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> here.</font></font></p><p><img src="data:image/png;base64,${PIXEL}" name="Image1" width="200" height="100"/></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a> Below.</p></div></body></html>`,
    markdown: "A note[^1] here.\n\n[^1]: Below.",
    files: 1,
  },
  {
    name: "LibreOffice Calc: rows of a sheet",
    html: `<html><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td height="17" align="left">Ward</td><td align="right">Votes</td></tr><tr><td>North</td><td align="right" sdval="12">12</td></tr></table></body></html>`,
    markdown: "| Ward | Votes |\n| --- | --- |\n| North | 12 |",
  },
  {
    name: "Excel: rows without their table",
    html: `<tr height=20><td class=xl65>Ward</td><td>Votes</td></tr><tr><td>North</td><td align=right>12</td></tr>`,
    markdown: "| Ward | Votes |\n| --- | --- |\n| North | 12 |",
  },
  {
    name: "Notion: a page with a rule, code and a to-do list",
    html: `<meta charset='utf-8'><h2>Plan</h2>\n<p>Use <code>npm start</code>.</p>\n<hr>\n<ul>\n<li>[ ] Call<ul>\n<li>the mayor</li>\n</ul>\n</li>\n</ul>\n<pre><code class="language-js">let a = 1;\nlet b = 2;</code></pre>\n<blockquote>\n<p>Fine.</p>\n</blockquote>`,
    markdown:
      "## Plan\n\nUse `npm start`.\n\n***\n\n- \\[ \\] Call\n  - the mayor\n\n```\nlet a = 1;\nlet b = 2;\n```\n\n> Fine.",
  },
  {
    name: "a web page: an article with a figure, navigation and a share button",
    html: `<article><nav><a href="/">Home</a></nav><header><h1>Ferry returns</h1><div class="byline">By <a href="https://paper.example/ada">Ada Moss</a></div></header><figure><picture><source srcset="a.webp"><img src="https://paper.example/a.jpg" alt="The pier"></picture><figcaption>The pier. <span>Photo: Cy Dunn</span></figcaption></figure><div class="body"><p>The ferry&nbsp;sails <a href="https://paper.example/x" onclick="track()">again</a>.</p><p></p><aside><h3>Related</h3></aside><button>Share</button><p>It&rsquo;s <mark>new</mark>.</p></div><img src="https://paper.example/pixel.gif" width="1" height="1"><footer><p>Copyright</p></footer></article>`,
    markdown:
      "## Ferry returns\n\nBy [Ada Moss](https://paper.example/ada)\n\nThe pier. Photo: Cy Dunn\n\nThe ferry sails [again](https://paper.example/x).\n\n### Related\n\nIt’s new.\n\nCopyright",
    missing: 1,
  },
  {
    name: "a web page: terms, lines within lines and quoted words",
    html: `<section>Loose words <div>in a block</div> and after.<dl><dt>Cost</dt><dd>$5</dd></dl><p>She said <q>no</q> at <sup>2</sup> o'clock.</p><address>1 Pier Rd<br>Harbor Town</address></section>`,
    markdown:
      "Loose words\n\nin a block\n\nand after.\n\n**Cost**\n\n$5\n\nShe said “no” at 2 o'clock.\n\n1 Pier Rd\\\nHarbor Town",
  },
  {
    name: "a newsletter: tables around its text",
    html: `<table width="600"><tr><td><table role="presentation"><tr><td><h2>Tonight</h2><p>Music at the pier.</p></td></tr></table></td></tr></table>`,
    markdown: "## Tonight\n\nMusic at the pier.",
  },
  {
    name: "the desk itself: an image of the library, a pull quote and a link",
    html: `<figure data-pm-slice="0 0 []"><img data-src="own:media/abc_1-2" src="own:media/abc_1-2" alt="The pier"><figcaption>At noon</figcaption></figure><aside data-by="Ada Moss">It is the town.</aside><p>See <a href="https://county.example/">this</a>.</p>`,
    markdown:
      '![The pier](own:media/abc_1-2 "At noon")\n\n```quote\nIt is the town.\n— Ada Moss\n```\n\nSee [this](https://county.example/).',
  },
];

/** Clipboards' HTML that would run or load something, each with the text that must remain after pasting. */
export const HOSTILE_CLIPBOARDS: Record<string, string> = {
  "<p>a<script>hack()</script></p>": "a",
  '<img src="https://evil.example/x.png" onerror="hack()"><p onclick="hack()" style="background:url(https://evil.example/y.png)">b</p>':
    "b",
  '<p><a href="javascript:hack()">c</a> <a href=" java\nscript:hack()">d</a> <a href="data:text/html,<script>hack()</script>">e</a> <a href="vbscript:x">f</a></p>':
    "c d e f",
  '<svg onload="hack()"><script>hack()</script><a xlink:href="javascript:hack()"><text>g</text></a></svg><p>h</p>': "h",
  '<meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/"><p>i</p>': "i",
  '<link rel="stylesheet" href="https://evil.example/x.css"><style>@import "https://evil.example/y.css"</style><p>j</p>':
    "j",
  '<iframe src="https://evil.example/"></iframe><object data="https://evil.example/"></object><embed src="https://evil.example/"><video src="https://evil.example/v.mp4" autoplay></video><p>k</p>':
    "k",
  '<form action="https://evil.example/"><input autofocus onfocus="hack()" value="x"><button>Send</button></form><p>l</p>':
    "l",
  '<details open ontoggle="hack()"><summary>m</summary></details>': "m",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=hack()&gt;">': "",
  '<p data-pm-slice="0 0 []">n <a href="javascript:hack()">o</a><img src="https://evil.example/z.png" onerror="hack()"><script>hack()</script></p>':
    "n o",
  '<figure data-pm-slice="0 0 []"><img data-src="https://evil.example/z.png" src="https://evil.example/z.png"></figure><p>p</p>':
    "p",
  '<a data-pm-slice="0 0 []" data-player="x" href="javascript:hack()">q</a>': "q",
  '<p is="x-y" contenteditable onbeforeinput="hack()">r</p><template><script>hack()</script></template>': "r",
};
