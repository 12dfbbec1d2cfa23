import { describe, expect, it } from "vitest";
import { decodeBody } from "./decodeBody.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...utf8(part)] : part)));
const FRENCH = "<rss>Déjà vu à Zürich, “l’été”";

describe("decodeBody", () => {
  it.each([
    ["declared as UTF-8", '<?xml version="1.0" encoding="utf-8"?>', null],
    ["sent as Latin-1", "", "text/xml; charset=iso-8859-1"],
    ["with a byte-order mark", "\ufeff", null],
  ])("loses one character if UTF-8 %s is cut inside it", (_name, prolog, contentType) => {
    const text = decodeBody(bytes(prolog, FRENCH, [0xe2, 0x80], "</rss>"), contentType);
    expect(text.endsWith(`${FRENCH}\ufffd</rss>`)).toBe(true);
  });

  it.each([
    ["UTF-8 that is declared as a single-byte charset", bytes(FRENCH), "text/xml; charset=windows-1251", FRENCH],
    ["UTF-8 that is declared as UTF-16", bytes(FRENCH), "text/xml; charset=utf-16", FRENCH],
    [
      "Windows-1252 that is declared as UTF-8",
      bytes("<rss>caf", [0xe9], " na", [0xef], "ve"),
      "text/xml; charset=utf-8",
      "<rss>café naïve",
    ],
    [
      "Windows-1251 by its XML declaration, although the header says Latin-1",
      bytes('<?xml version="1.0" encoding="windows-1251"?><rss>', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
      "text/xml; charset=iso-8859-1",
      '<?xml version="1.0" encoding="windows-1251"?><rss>Привет',
    ],
    [
      "UTF-8 that was encoded twice",
      bytes("<rss>DÃ©jÃ\u00a0 vu, â€œlâ€™Ã©tÃ©â€\u009d"),
      "text/xml; charset=utf-8",
      "<rss>Déjà vu, “l’été”",
    ],
    [
      "real text with such characters as it is",
      bytes("<rss>Ã©, Ã¼ and â€œ are what é, ü and “ become"),
      "text/xml; charset=utf-8",
      "<rss>Ã©, Ã¼ and â€œ are what é, ü and “ become",
    ],
    [
      "two such characters as they are",
      bytes("<rss>MANHÃ\u00a0 NA CIDADE, MANHÃ\u00a0"),
      "text/xml; charset=utf-8",
      "<rss>MANHÃ\u00a0 NA CIDADE, MANHÃ\u00a0",
    ],
    [
      "C1 control characters in UTF-8 as Windows-1252",
      bytes("<rss>the city\u0092s \u0093news\u0094 \u0096 caf\u00e9"),
      "text/xml; charset=utf-8",
      "<rss>the city’s “news” – café",
    ],
    [
      "bytes of C1 control characters in Latin-1 as Windows-1252",
      bytes('<?xml version="1.0" encoding="ISO-8859-1"?><rss>the city', [0x92], "s caf", [0xe9]),
      null,
      '<?xml version="1.0" encoding="ISO-8859-1"?><rss>the city’s café',
    ],
    [
      "stray bytes of Windows-1252 among declared UTF-8",
      bytes('<?xml version="1.0" encoding="utf-8"?><rss>Café on Elm: the city', [0x92], "s plan"),
      null,
      '<?xml version="1.0" encoding="utf-8"?><rss>Café on Elm: the city’s plan',
    ],
    [
      "more stray bytes than characters in declared UTF-8",
      bytes("<rss>Café: ", [0x93], "we", [0x92], "ll na", [0xef], "vely go", [0x94]),
      "text/xml; charset=utf-8",
      "<rss>Café: “we’ll naïvely go”",
    ],
    [
      "stray bytes after a byte-order mark",
      bytes("\ufeff<rss>Mayor", [0x92], "s caf", [0xe9], " – “Déjà vu”"),
      null,
      "<rss>Mayor’s café – “Déjà vu”",
    ],
    [
      "a character that was cut off after others as damaged",
      bytes("<rss>市長は語った新", [0xe8, 0x81], "</rss>"),
      "text/xml; charset=utf-8",
      "<rss>市長は語った新\ufffd</rss>",
    ],
  ])("decodes %s", (_name, body, contentType, expected) => {
    expect(decodeBody(body, contentType)).toBe(expected);
  });

  it("removes PHP warnings before the feed", () => {
    const feed = '<?xml version="1.0"?><rss></rss>';
    expect(decodeBody(utf8(`<br />\n<b>Warning</b>: x in <b>y.php</b>\n${feed}`), null)).toBe(feed);
    expect(decodeBody(utf8(`Warning: include(x) [function.include]\n${feed}`), null)).toBe(feed);
    expect(decodeBody(utf8('  {"items":[]}'), null)).toBe('{"items":[]}');
  });
});
