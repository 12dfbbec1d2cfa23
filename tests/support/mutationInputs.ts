/** Names of elements and attributes, from feeds and from pages. */
export const NAMES = [
  ...["rss", "channel", "item", "rdf:RDF", "feed", "entry", "html", "title", "link", "guid", "id", "author", "name"],
  ...[
    "pubDate",
    "updated",
    "published",
    "dc:date",
    "dc:creator",
    "description",
    "summary",
    "content:encoded",
    "content",
  ],
  ...["category", "enclosure", "media:content", "media:group", "media:thumbnail", "media:credit", "itunes:image"],
  ...["ttl", "skipHours", "hour", "sy:updatePeriod", "sy:updateFrequency", "language", "xhtml:div", "image", "url"],
  ...["xmlns", "xmlns:dc", "xml:base", "type", "href", "src", "srcset", "rel", "width", "height", "isPermaLink"],
  ...["onclick", "style", "class", "script", "svg", "iframe", "p", "div", "a", "img", "br", "__proto__", "constructor"],
];

export const CHARSETS = [
  ...["utf-8", "UTF-16", "utf-16le", "utf-16be", "utf-32", "us-ascii", "iso-8859-1", "windows-1252", "windows-1251"],
  ...["koi8-r", "shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "gb2312", "big5", "euc-kr", "x-user-defined"],
  ...["replacement", "utf-7", "ebcdic", "", "'", "\u0000", "constructor"],
].map(asBytes);

/** Byte sequences that are invalid in UTF-8. */
const BROKEN_BYTES = ["\xff", "\xc0\x80", "\xed\xa0\x80", "\xf8", "\xe2\x80"];

/** Hostile texts, dates, URLs and markup. */
export const ATTACKS = [
  // Delimiters and entities.
  ...["<", ">", "&", "]]>", "<![CDATA[", "<!--", "-->", "<!DOCTYPE x [", "<!ENTITY a 'b'>", "<?", "?>", "</", "/>"],
  ...['"', "'", "=", "&amp;", "&amp;amp;", "&lt;", "&#0;", "&#1;", "&#x1f;", "&#xD800;", "&#x10FFFF;", "&#xFFFE;"],
  ...["&#99999999999;", "&nbsp;", "&hellip;", "&undeclared;", "&#8203;", "&#x202e;", "&#10;", "&#9;", "&NewLine;"],
  ...["</title>", "</item>", "</channel>", "<item>", "<entry>", "<title/>", "<br>", "<br />", "<p>", "<p> </p>"],
  // Control characters, invisible characters, and text in several scripts.
  ...["\u0000", "\u0001", "\u0008", "\u001b", "\u007f", "\u0085", "\u2028", "\u202e", "\u200b", "\ufeff", "\ufffe"],
  ...[
    "😀",
    "👩‍👩‍👧‍👦",
    "e\u0301",
    "ﷺ",
    "İ",
    "ß",
    "漢字",
    "עברית",
    "\ud83d\ude00".repeat(30),
    " ",
    "\n",
    "\t",
    "\u00a0",
  ],
  // URLs.
  ...["javascript:alert(1)", "data:text/html,x", "//", "http://", "http://[", "http://a b/", "http://%00/", "file:///"],
  ...[
    "http://user:pw@host/",
    "/relative",
    "?",
    "#",
    "../..",
    "mailto:a@b",
    "http://x.example/?utm_source=%",
    "ftp://x/",
  ],
  ...["HTTP://EXAMPLE.COM:80/", "http://127.0.0.1:0/", "https://例え.jp/ü", "blob:x", "http:\\\\x", "about:blank"],
  // Dates and numbers.
  ...["Thu, 31 Feb 2024 25:61:61 GMT", "0000-00-00", "9999-12-31T23:59:59Z", "-1", "1e309", "NaN", "99999999999999"],
  ...["24:00", "1 Jan 1", "2024-02-30T12:00:00+99:99", "275760-09-13", "0x10", "1,000", "0.0001", "Infinity"],
  // Special names, and texts that slow down bad regular expressions.
  ...["__proto__", "constructor", "toString", "null", "undefined", "a@b (c)", "(a@", "<a@", "a (b@c)", "a@a(", "x@y"],
  ...[
    "a 1w,",
    "a",
    "a b ",
    "The post <a> appeared first on",
    "share",
    "utm_source=",
    "%",
    "%zz",
    "\\",
    "${",
    "{{",
    "../",
  ],
  // Markup.
  ...[
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<a href=javascript:alert(1)>",
  ],
  ...[
    "<iframe src=//x>",
    "<p style=x onclick=y>",
    "<math><mtext><style><img src=x onerror=y>",
    "<noscript><p title='</noscript>",
  ],
  ...["<img srcset='a 1w, b 2w'>", "<img src='data:x' data-src='/y'>", "<div><p><span>", "</div></p>", "<table><td>"],
  ...[
    "<scr<script>ipt>",
    "&lt;script&gt;",
    "&amp;lt;b&amp;gt;",
    "<b>bold</b>",
    "<!--<script>-->",
    "<textarea><script>",
  ],
]
  .map(asBytes)
  .concat(BROKEN_BYTES);

/** Hostile JSON values. */
export const JSON_VALUES = [
  ...["null", "true", "0", "-1", "1e400", "1.5", '""', "[]", "{}", "[[]]", '{"a":1}', '"\\ud800"', '"\\u0000"', "NaN"],
  ...['"javascript:x"', '"<script>"', '"2024-13-45"', '["a",null,1]', '{"toString":1}', '{"__proto__":{"x":1}}', "["],
  ...['[{"url":"x"}]', '{"name":{"name":1}}', `"${"a ".repeat(3000)}"`, `${"[".repeat(500)}${"]".repeat(500)}`],
];

function asBytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}
