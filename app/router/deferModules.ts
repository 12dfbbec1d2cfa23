import type { LanguageFiles } from "../../server/web/languageFiles.ts";

/** A part of a rendered page: a tag that our nonce marks as our own, and everything up to the next such tag. */
export interface HtmlPiece {
  /** The tag without the nonce; "" for a tag that is removed. */
  tag: string;
  content: string;
}

/**
 * Matches the scripts that load the parts `pages` and `reader` of the texts (app/language). Every page loads the part
 * `site`.
 */
const IMPORTERS = { pages: /\/assets\/pageTexts-/, reader: /\/assets\/readerTexts-/ };

const PRELOAD = /^<link rel="modulepreload"[^>]*? href="([^"]+)"/;
const MODULE = /^(<script\b[^>]*?) type="module"/;
/** Longest time, in ms, for which the loading of a page's modules is delayed. */
const MAX_DELAY_MS = 1000;
/** Modules are loaded this many ms after the load event even if nothing was painted, as in a background tab. */
const AFTER_LOAD_MS = 100;
/** Selector of buttons that do nothing without scripts, and of submit buttons that scripts normally handle. */
const NEEDS_SCRIPTS = 'button[type="button"]:not([popovertarget]),button[data-replay-press]';
/** Time, in ms, after which a form whose button was pressed is submitted without scripts. */
const FORM_WAIT_MS = 3000;

/**
 * Delays the loading of a page's modules, which would compete with its first image for the network. Loading begins when
 * the first image or text is painted, at the reader's first click or key, 100 ms after the load event, or after 1 s,
 * whichever comes first. A button that is pressed earlier is pressed again on the event `awake` of
 * app/entry.client.tsx, when the page is interactive.
 *
 * React Router has no option for this, so its module script is rewritten. A page without a module script, or with
 * imports in an unknown form, is returned unchanged.
 *
 * @param texts the scripts with the texts of the page's language
 */
export function deferModules(pieces: HtmlPiece[], texts: LanguageFiles): HtmlPiece[] {
  const module = pieces.find(({ tag }) => MODULE.test(tag));
  if (!module) return pieces;
  const end = module.content.indexOf("</script>");
  const imports = module.content
    .slice(0, end)
    .replace(/^import ("[^"]+");/gm, "await import($1);")
    .replace(/^import \* as (\w+) from ("[^"]+");/gm, "const $1 = await import($2);");
  if (/^[ \t]*import\s/m.test(imports)) return pieces;
  const preloads: string[] = [];
  const rest = pieces.map((piece) => {
    const href = PRELOAD.exec(piece.tag)?.[1];
    if (href === undefined) return piece;
    preloads.push(href);
    return { ...piece, tag: "" };
  });
  const tag = `${MODULE.exec(module.tag)?.[1]}>`;
  const content = buildLoader(addTextScripts(preloads, texts), imports) + module.content.slice(end);
  return rest.map((piece) => (piece === module ? { tag, content } : piece));
}

function buildLoader(preloads: readonly string[], imports: string): string {
  return `{const lead=document.querySelector('img[fetchpriority="high"]');
let hasBegun=false;
const begin=()=>{if(hasBegun)return;hasBegun=true;
for(const href of ${JSON.stringify(preloads)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
(async()=>{${imports}})()},
painted=()=>requestAnimationFrame(()=>requestAnimationFrame(begin));
if(!lead||lead.complete)painted();else for(const end of ["load","error"])lead.addEventListener(end,painted,{once:true});
setTimeout(begin,${MAX_DELAY_MS});
addEventListener("load",()=>setTimeout(begin,${AFTER_LOAD_MS}));
for(const touch of ["pointerdown","keydown"])addEventListener(touch,begin,{capture:true,once:true});
let pressed;
const hold=event=>{const button=event.target.closest('${NEEDS_SCRIPTS}');
if(!button)return;
pressed=button;
if(button.type!=="submit")return;
event.preventDefault();
setTimeout(()=>{if(pressed===button)button.form?.requestSubmit()},${FORM_WAIT_MS})};
addEventListener("click",hold,true);
addEventListener("awake",()=>{removeEventListener("click",hold,true);if(pressed?.isConnected)pressed.click();pressed=null},{once:true})}`;
}

/** Returns the paths of a page's scripts: first the scripts that contain the page's texts, then `paths`. */
function addTextScripts(paths: readonly string[], files: LanguageFiles): string[] {
  const parts = (["pages", "reader"] as const).filter((part) => paths.some((path) => IMPORTERS[part].test(path)));
  return [...[files.site, ...parts.map((part) => files[part])].filter((path) => path !== undefined), ...paths];
}
