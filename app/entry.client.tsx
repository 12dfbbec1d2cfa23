import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** Longest wait for an idle browser, in ms. */
const MAX_IDLE_WAIT_MS = 500;

const INTERACTIONS = ["pointerdown", "keydown"] as const;
let hasStarted = false;

// The page is complete without JavaScript, so hydration waits for an idle browser or the reader's first interaction.
for (const type of INTERACTIONS) addEventListener(type, hydrate, { capture: true, once: true });
if ("requestIdleCallback" in window) requestIdleCallback(hydrate, { timeout: MAX_IDLE_WAIT_MS });
else setTimeout(hydrate);

function hydrate(): void {
  if (hasStarted) return;
  hasStarted = true;
  for (const type of INTERACTIONS) removeEventListener(type, hydrate, { capture: true });
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydrationSignal>
          <HydratedRouter />
        </HydrationSignal>
      </StrictMode>,
    );
  });
}

/** Dispatches `awake` once hydration is complete. The inline script of app/router/deferModules.ts listens for it. */
function HydrationSignal({ children }: { children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event("awake"));
  }, []);
  return children;
}
