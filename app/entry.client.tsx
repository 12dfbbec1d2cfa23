import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** By then the page is brought to life however busy the device is. */
const LATEST_MS = 500;

const TOUCHES = ["pointerdown", "keydown"] as const;
let isBegun = false;

// The page is whole without it, so that what is to be seen first goes before it; a reader who touches it does not wait.
for (const touch of TOUCHES) addEventListener(touch, hydrate, { capture: true, once: true });
if ("requestIdleCallback" in window) requestIdleCallback(hydrate, { timeout: LATEST_MS });
else setTimeout(hydrate);

function hydrate(): void {
  if (isBegun) return;
  isBegun = true;
  for (const touch of TOUCHES) removeEventListener(touch, hydrate, { capture: true });
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Awake>
          <HydratedRouter />
        </Awake>
      </StrictMode>,
    );
  });
}

/** Tells the page's inline script (server/web/inlineScripts.ts) once all of the page answers. */
function Awake({ children }: { children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event("awake"));
  }, []);
  return children;
}
