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

const PRELOAD = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
const MODULE = /(<script\b[^>]*?) type="module"[^>]*>([\s\S]*?)<\/script>/;
/** Slow pictures hold the scripts up no longer. */
const LATEST_MS = 5000;

/**
 * Has the page's modules fetched once it has loaded, or as soon as the reader touches it: what is seen is there by then, and
 * nothing competed with it. React Router gives no way to say so; where its script is not as we know it, the page stays as it
 * was.
 *
 * @param html a page whose scripts are not digested yet
 */
export function afterWhatIsSeen(html: string): string {
  const [whole, tag, text = ""] = MODULE.exec(html) ?? [];
  const imports = text
    .replace(/^import ("[^"]+");/gm, "await import($1);")
    .replace(/^import \* as (\w+) from ("[^"]+");/gm, "const $1 = await import($2);");
  if (!whole || /^\s*import\s/m.test(imports)) return html;
  const files = Array.from(html.matchAll(PRELOAD), ([, href]) => href);
  const script = `{let isBegun;const begin=()=>{if(isBegun)return;isBegun=true;
for(const href of ${JSON.stringify(files)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
(async()=>{${imports}})()};
addEventListener("load",begin);setTimeout(begin,${LATEST_MS});
for(const touch of ["pointerdown","keydown"])addEventListener(touch,begin,{capture:true,once:true})}`;
  return html.replace(PRELOAD, "").replace(whole, () => `${tag}>${script}</script>`);
}
