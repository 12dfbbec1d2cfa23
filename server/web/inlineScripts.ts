import { hash } from "node:crypto";

/** A page's finished HTML, and what allows its inline scripts. */
interface Sealed {
  /** As bytes, which takes less than to put the text together first. */
  body: Buffer;
  /** Sources for `script-src`, such as 'sha256-…'. */
  hashes: string[];
}

/** A piece of a page, from one of our own tags up to the next: the tag, and what follows it. */
interface Piece {
  tag: string;
  after: string;
}

/**
 * Takes our own mark out of a rendered page and digests each inline script that had it as it stands in the finished bytes.
 * The page's modules are fetched after what is seen.
 *
 * A script without the mark, which no feed can guess, is not digested: should one ever come through from a feed, it does
 * not run. Pages are long, so they are gone through once, from mark to mark.
 */
export function sealScripts(marked: string, nonce: string): Sealed {
  const { before, pieces } = takeApart(marked, ` nonce="${nonce}"`);
  const hashes = new Set<string>();
  const texts = [before];
  for (const { tag, after } of afterWhatIsSeen(pieces)) {
    const text = SCRIPT.test(tag) ? after.slice(0, after.indexOf(END)) : "";
    if (text !== "") hashes.add(`'sha256-${hash("sha256", text, "base64")}'`);
    texts.push(tag, after);
  }
  return { body: Buffer.concat(texts.map((text) => Buffer.from(text))), hashes: [...hashes] };
}

const SCRIPT = /^<script\b/;
const END = "</script>";

function takeApart(marked: string, mark: string): { before: string; pieces: Piece[] } {
  const parts = marked.split(mark);
  // What stands before a mark ends in the beginning of its tag.
  const cuts = parts.map((part, index) => (index < parts.length - 1 ? part.lastIndexOf("<") : part.length));
  const pieces = parts.slice(1).map((part, index) => {
    const end = part.indexOf(">") + 1;
    const tag = (parts[index] ?? "").slice(cuts[index]) + part.slice(0, end);
    return { tag, after: part.slice(end, cuts[index + 1]) };
  });
  return { before: (parts[0] ?? "").slice(0, cuts[0]), pieces };
}

const PRELOAD = /^<link rel="modulepreload"[^>]*? href="([^"]+)"/;
const MODULE = /^(<script\b[^>]*?) type="module"/;
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
 */
function afterWhatIsSeen(pieces: Piece[]): Piece[] {
  const module = pieces.find(({ tag }) => MODULE.test(tag));
  if (!module) return pieces;
  const end = module.after.indexOf(END);
  const imports = module.after
    .slice(0, end)
    .replace(/^import ("[^"]+");/gm, "await import($1);")
    .replace(/^import \* as (\w+) from ("[^"]+");/gm, "const $1 = await import($2);");
  if (/^\s*import\s/m.test(imports)) return pieces;
  const files: string[] = [];
  const rest = pieces.map((piece) => {
    const [, href] = PRELOAD.exec(piece.tag) ?? [];
    if (href === undefined) return piece;
    files.push(href);
    return { ...piece, tag: "" };
  });
  const tag = `${MODULE.exec(module.tag)?.[1]}>`;
  const after = waiting(files, imports) + module.after.slice(end);
  return rest.map((piece) => (piece === module ? { tag, after } : piece));
}

function waiting(files: string[], imports: string): string {
  return `{const lead=document.querySelector('img[fetchpriority="high"]');
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
}
