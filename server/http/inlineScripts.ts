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
/** By then a page's scripts are begun, whatever is still to be fetched, */
const LATEST_MS = 1000;
/** and so soon after its load event, however long it takes to paint: tabs in the background paint nothing. */
const AFTER_LOAD_MS = 100;
/** Buttons that do nothing of themselves, and those of forms that only stand in for scripts. */
const NEEDS_SCRIPTS = 'button[type="button"]:not([popovertarget]),button[data-kept-press]';
/** So long a form that stands in for scripts waits for them. */
const FORM_WAITS_MS = 3000;

/**
 * Has the page's modules fetched in the frame after its first picture, or its text where it has none, is painted, or once the
 * reader touches it: what is seen has the network for itself, and nothing waits for the page to have loaded. A button that was
 * pressed before the page answered is pressed again once it does, which it says by an event (app/entry.client.tsx). React Router
 * gives no way to say so; where its script is not as we know it, the page stays as it was.
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
  const script = `{const lead=document.querySelector('img[fetchpriority="high"]');
let isBegun=false;
const begin=()=>{if(isBegun)return;isBegun=true;
for(const href of ${JSON.stringify(files)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
(async()=>{${imports}})()},
painted=()=>requestAnimationFrame(()=>requestAnimationFrame(begin));
if(!lead||lead.complete)painted();else for(const end of ["load","error"])lead.addEventListener(end,painted,{once:true});
setTimeout(begin,${LATEST_MS});
addEventListener("load",()=>setTimeout(begin,${AFTER_LOAD_MS}));
for(const touch of ["pointerdown","keydown"])addEventListener(touch,begin,{capture:true,once:true});
let pressed;
const keep=event=>{const button=event.target.closest('${NEEDS_SCRIPTS}');
if(!button)return;
pressed=button;
if(button.type!=="submit")return;
event.preventDefault();
setTimeout(()=>{if(pressed===button)button.form?.requestSubmit()},${FORM_WAITS_MS})};
addEventListener("click",keep,true);
addEventListener("awake",()=>{removeEventListener("click",keep,true);if(pressed?.isConnected)pressed.click();pressed=null},{once:true})}`;
  return html.replace(PRELOAD, "").replace(whole, () => `${tag}>${script}</script>`);
}
