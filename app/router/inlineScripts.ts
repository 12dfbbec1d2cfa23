import { hash } from "node:crypto";
import type { LanguageFiles } from "../../server/web/languageFiles.ts";
import { deferModules, type HtmlPiece } from "./deferModules.ts";

interface PreparedPage {
  body: Buffer;
  /** CSP sources for the page's inline scripts, such as `'sha256-…'`. */
  hashes: string[];
}

const SCRIPT = /^<script\b/;

/**
 * Removes our nonce from a rendered page, defers its modules, and hashes its inline scripts. The nonce marks our own
 * scripts. A script that a feed smuggled into the page lacks the nonce, gets no hash, and so never runs. The HTML is
 * scanned only once, since pages are long and rendered often.
 *
 * @param html HTML with `nonce="…"` on each of our own script and link tags
 * @param texts paths of the scripts that contain the texts in the page's language
 */
export function deferAndHashScripts(html: string, nonce: string, texts: LanguageFiles): PreparedPage {
  const { head, pieces } = splitAtMarks(html, ` nonce="${nonce}"`);
  const hashes = new Set<string>();
  const parts = [head];
  for (const { tag, content } of deferModules(pieces, texts)) {
    const script = SCRIPT.test(tag) ? content.slice(0, content.indexOf("</script>")) : "";
    if (script !== "") hashes.add(`'sha256-${hash("sha256", script, "base64")}'`);
    parts.push(tag, content);
  }
  return { body: Buffer.from(parts.join("")), hashes: [...hashes] };
}

function splitAtMarks(html: string, mark: string): { head: string; pieces: HtmlPiece[] } {
  const parts = html.split(mark);
  // Each mark is inside a tag, so the tag's "<" is in the part before the mark.
  const cuts = parts.map((part, index) => (index < parts.length - 1 ? part.lastIndexOf("<") : part.length));
  const pieces = parts.slice(1).map((part, index) => {
    const end = part.indexOf(">") + 1;
    const tag = (parts[index] ?? "").slice(cuts[index]) + part.slice(0, end);
    return { tag, content: part.slice(end, cuts[index + 1]) };
  });
  return { head: (parts[0] ?? "").slice(0, cuts[0]), pieces };
}
