/** An image in Markdown: `![alt](path "title")`. The path has no spaces, or is in angle brackets. */
interface MarkdownImage {
  /** Path or URL, without angle brackets. */
  path: string;
  /** Text before the path: `![`, the description and `](`. */
  before: string;
  /** Text after the path: the title, if there is one, and `)`. */
  after: string;
}

/** Matches an image's path and title after `](`. The maximum lengths bound the time for each match. */
const TARGET = /(<[^<>\n]{1,2000}>|[^\s)<][^\s)]{0,1999})((?:\s{1,10}"[^"]{0,2000}")?\))/y;

/** Replaces the images in a Markdown text. The time is proportional to the length of the text. */
export function replaceMarkdownImages(body: string, replace: (image: MarkdownImage) => string): string {
  let out = "";
  let from = 0;
  let labelFrom = 0;
  for (let close = body.indexOf("]"); close >= 0; close = body.indexOf("]", close + 1)) {
    // Looks for "![" only after the previous closing bracket, since a description contains no closing bracket.
    const start = body.slice(labelFrom, close).indexOf("![");
    if (start >= 0 && body[close + 1] === "(") {
      TARGET.lastIndex = close + 2;
      const [target, path = "", after = ""] = TARGET.exec(body) ?? [];
      if (target !== undefined) {
        const before = body.slice(labelFrom + start, close + 2);
        out += body.slice(from, labelFrom + start) + replace({ path: path.replace(/^<(.*)>$/, "$1"), before, after });
        from = close + 2 + target.length;
        close = from - 1;
      }
    }
    labelFrom = close + 1;
  }
  return out + body.slice(from);
}

/** Returns the paths and URLs of the images of a Markdown text. */
export function listMarkdownImages(body: string): string[] {
  const paths: string[] = [];
  replaceMarkdownImages(body, ({ path }) => {
    paths.push(path);
    return "";
  });
  return paths;
}
