/** What an ad server's script leaves on the page, where it is Revive: how to ask for tags that came after it ran. */
interface ReviveScript {
  detect(): unknown;
  apply(tags: unknown): void;
}

declare global {
  interface Window {
    reviveAsync?: Record<string, ReviveScript>;
  }
}

interface Tag {
  script: string;
  id: string;
  zone: number;
}

/** A server that has shown nothing by then is not waited for. */
const PATIENCE_MS = 5000;

const requested = new Set<string>();
let last: Promise<unknown> = Promise.resolve();

/**
 * Has an ad server fill an element with the advertisement of a zone.
 *
 * Slots ask one after the other: the server's script looks for all open tags of the page and numbers them each time that
 * it is asked, so that two that wait at once would get each other's advertisements.
 *
 * @returns whether there is something to be seen in the element; if not, it is empty again
 */
export function askAdServer(holder: HTMLElement, tag: Tag, leaving: AbortSignal): Promise<boolean> {
  const answer = last.then(() => !leaving.aborted && ask(holder, tag, leaving));
  last = answer;
  return answer;
}

async function ask(holder: HTMLElement, { script, id, zone }: Tag, leaving: AbortSignal): Promise<boolean> {
  const settled = new AbortController();
  const giveUp = AbortSignal.any([leaving, settled.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const place = document.createElement("ins");
  place.dataset.reviveId = id;
  place.dataset.reviveZoneid = String(zone);
  holder.append(place);
  const isFilled = waitForContent(holder, giveUp);
  const running = window.reviveAsync?.[id];
  if (running) running.apply(running.detect());
  else loadScript(script, () => settled.abort());
  if (await isFilled) return true;
  holder.replaceChildren();
  return false;
}

function loadScript(address: string, onFailure: () => void): void {
  if (requested.has(address)) return;
  requested.add(address);
  const script = document.createElement("script");
  script.async = true;
  script.src = address;
  script.addEventListener("error", () => {
    // The next slot may find the server back.
    requested.delete(address);
    script.remove();
    onFailure();
  });
  document.head.append(script);
}

/** Looks whenever something is put in or has loaded. */
function waitForContent(holder: HTMLElement, giveUp: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (isSeen(holder)) end(true);
    };
    const observer = new MutationObserver(look);
    const end = (isFilled: boolean) => {
      observer.disconnect();
      holder.removeEventListener("load", look, true);
      resolve(isFilled);
    };
    observer.observe(holder, { childList: true, subtree: true, characterData: true });
    holder.addEventListener("load", look, true);
    giveUp.addEventListener("abort", () => end(false), { once: true });
  });
}

/** An empty answer often holds a picture of one pixel that counts it, and nothing for readers. */
function isSeen(holder: HTMLElement): boolean {
  const media = holder.querySelectorAll<HTMLElement>("img, iframe, video, canvas, svg, object, embed");
  const hasPicture = Array.from(media).some((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && !(element instanceof HTMLImageElement && element.naturalWidth <= 1);
  });
  // biome-ignore lint/performance/useDomNodeTextContent: what a script or a hidden element holds is nothing to be seen
  return hasPicture || holder.innerText.trim() !== "";
}
