import { useEffect, useRef, useState } from "react";
import { getTexts } from "../texts/texts.ts";
import css from "./preview.module.css";

const SIZES = { phone: 390, desktop: 1280 } as const;
type Size = keyof typeof SIZES;

/** Minimum width, in pixels, at which the phone's page and the computer's page fit side by side. */
const BOTH_FROM_PX = 900;
/** Share of the width that the phone's page gets if the pages are side by side. */
const PHONE_SHARE = 0.28;
const GAP_PX = 24;

/** Shows a page of the site at the widths of a phone and of a computer, scaled to fit. */
export function PagePreview({ url }: { url: string }) {
  const texts = getTexts().preview;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [size, setSize] = useState<Size>("phone");
  const hasBoth = width >= BOTH_FROM_PX;
  const phoneWidth = Math.min(SIZES.phone, Math.round((width - GAP_PX) * PHONE_SHARE));
  return (
    <>
      <p className={css.note}>{texts.unsaved}</p>
      {!hasBoth && (
        <div className={css.tabs}>
          {(["phone", "desktop"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={size === name} onClick={() => setSize(name)}>
              {texts[name]}
            </button>
          ))}
        </div>
      )}
      <div ref={frame} className={css.frames}>
        {width > 0 && (hasBoth || size === "phone") && (
          <Frame url={url} size="phone" width={hasBoth ? phoneWidth : Math.min(width, SIZES.phone)} />
        )}
        {width > 0 && (hasBoth || size === "desktop") && (
          <Frame url={url} size="desktop" width={hasBoth ? width - GAP_PX - phoneWidth : width} />
        )}
      </div>
    </>
  );
}

/** Shows the page in a frame. The page may run its own scripts, but can't navigate the desk. */
function Frame({ url, size, width }: { url: string; size: Size; width: number }) {
  const scale = Math.min(1, width / SIZES[size]);
  return (
    <div className={css.frame} style={{ width: SIZES[size] * scale }}>
      <iframe
        src={url}
        title={getTexts().preview[`${size}Size`]}
        sandbox="allow-scripts allow-same-origin"
        style={{ width: SIZES[size], height: `${100 / scale}%`, transform: `scale(${scale})` }}
      />
    </div>
  );
}

/** Returns the width of an element, in pixels; 0 until it is measured. */
function useWidth(ref: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
