import { createHash } from "node:crypto";

/** A page's finished bytes, and what allows its inline scripts. */
interface Sealed {
  html: string;
  /** Sources for `script-src`, such as 'sha256-…'. */
  hashes: string[];
}

/**
 * Takes the mark of our own inline scripts out of a rendered page and digests each as it stands in the finished bytes.
 *
 * A script without the mark, which no feed can guess, is not digested: should one ever come through from a feed, it does
 * not run.
 */
export function sealScripts(marked: string, nonce: string): Sealed {
  const scripts = new RegExp(`<script\\b[^>]*? nonce="${nonce}"[^>]*>([^]*?)</script>`, "g");
  const texts = Array.from(marked.matchAll(scripts), ([, text]) => text ?? "").filter((text) => text !== "");
  const hashes = texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return { html: marked.replaceAll(` nonce="${nonce}"`, ""), hashes: [...new Set(hashes)] };
}

/**
 * Has the page's modules, which wait for idle in any case (app/entry.client.tsx), fetched after its styles, fonts and first
 * picture: React Router gives no way to say so.
 */
export function afterWhatIsSeen(html: string): string {
  return html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
}
