import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";

/** Functions that the Revive ad server's script defines on `window`, for tags that are added after the script ran. */
interface ReviveScript {
  detect(): unknown;
  apply(tags: unknown): void;
}

declare global {
  interface Window {
    reviveAsync?: Record<string, ReviveScript>;
  }
}

type Tag = NonNullable<PublicEdition["ads"][number]["served"]>;

const TIMEOUT_MS = 5000;
/** Margin around the viewport. A slot starts loading when it comes within this margin. */
const ROOT_MARGIN = "200px 0px";

const loadedScripts = new Set<string>();
let lastFill: Promise<unknown> = Promise.resolve();

interface Slot {
  /** Width and height in pixels, such as "300x250". */
  size: string;
  tag: Tag;
  abort: AbortSignal;
}

/**
 * Waits until an element is near the viewport, then fills it with an advertisement if the element is wide enough.
 * Resolves to true if the advertisement is visible.
 */
export async function fillWhenNear(holder: HTMLElement, { size, tag, abort }: Slot): Promise<boolean> {
  await waitUntilNear(holder, abort);
  // Leaves a narrow slot to the house advertisement: the ad server's advertisements do not shrink with the screen.
  if ((holder.parentElement?.offsetWidth ?? 0) < Number.parseInt(size, 10)) return false;
  return fillFromAdServer(holder, tag, abort);
}

function waitUntilNear(element: HTMLElement, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(element);
    abort.addEventListener("abort", () => observer.disconnect(), { once: true });
  });
}

/**
 * Fills an element with an advertisement unless `abort` fires first. Fills one slot at a time: the ad server's script
 * numbers all unfilled tags of the page, so parallel fills would swap advertisements.
 */
function fillFromAdServer(holder: HTMLElement, tag: Tag, abort: AbortSignal): Promise<boolean> {
  const fill = lastFill.then(() => !abort.aborted && fillOne(holder, tag, abort));
  lastFill = fill;
  return fill;
}

async function fillOne(holder: HTMLElement, { script, id, zone }: Tag, abort: AbortSignal): Promise<boolean> {
  const scriptFailure = new AbortController();
  const giveUp = AbortSignal.any([abort, scriptFailure.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const slot = document.createElement("ins");
  slot.dataset.reviveId = id;
  slot.dataset.reviveZoneid = String(zone);
  holder.append(slot);
  const isFilled = waitForContent(holder, giveUp);
  const running = window.reviveAsync?.[id];
  if (running) running.apply(running.detect());
  else loadScript(script, () => scriptFailure.abort());
  if (await isFilled) return true;
  holder.replaceChildren();
  return false;
}

function loadScript(url: string, onFailure: () => void): void {
  if (loadedScripts.has(url)) return;
  loadedScripts.add(url);
  const script = document.createElement("script");
  script.async = true;
  script.src = url;
  script.addEventListener("error", () => {
    // Lets the next slot load the script again.
    loadedScripts.delete(url);
    script.remove();
    onFailure();
  });
  document.head.append(script);
}

/** Resolves to true once content is visible in the element, and to false when `giveUp` fires. */
function waitForContent(holder: HTMLElement, giveUp: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      if (hasVisibleContent(holder)) end(true);
    };
    const observer = new MutationObserver(check);
    const end = (isFilled: boolean) => {
      observer.disconnect();
      holder.removeEventListener("load", check, true);
      resolve(isFilled);
    };
    observer.observe(holder, { childList: true, subtree: true, characterData: true });
    holder.addEventListener("load", check, true);
    giveUp.addEventListener("abort", () => end(false), { once: true });
  });
}

/** Returns false for invisible content too, such as the tracking pixel that an empty zone's response often contains. */
function hasVisibleContent(holder: HTMLElement): boolean {
  const media = holder.querySelectorAll<HTMLElement>("img, iframe, video, canvas, svg, object, embed");
  const hasMedia = Array.from(media).some((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && !(element instanceof HTMLImageElement && element.naturalWidth <= 1);
  });
  // biome-ignore lint/performance/useDomNodeTextContent: textContent includes scripts and hidden elements
  return hasMedia || holder.innerText.trim() !== "";
}
