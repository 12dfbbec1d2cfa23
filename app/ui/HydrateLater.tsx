import { type ReactNode, Suspense, use, useCallback, useEffect, useId, useMemo, useState } from "react";
import { useHasScripts } from "./useBrowserValue.ts";

interface Turn {
  promise: Promise<void>;
  open: () => void;
}

/** Longest wait for an idle browser before each part, in ms. */
const MAX_IDLE_WAIT_MS = 200;
const INTERACTIONS = ["pointerdown", "keydown", "click"] as const;

/** The parts that wait, by React's ids and in document order. */
const turns = new Map<string, Turn>();
let isOpen = false;

/**
 * Hydrates a part of a page in a task of its own, after the parts before it: hydrating a whole page in one go would
 * block a slow phone's main thread. At the reader's first interaction all parts hydrate at once. The server, and pages
 * that the router opens, render the part without waiting.
 */
export function HydrateLater({ children }: { children: ReactNode }) {
  const [first] = useState(children);
  const [isReady, setReady] = useState(false);
  const onHydrated = useCallback(() => setReady(true), []);
  const shown = isReady ? children : first;
  // The same element until then: React would render a part that is updated before it is hydrated anew, and what the
  // reader typed into it would be lost.
  return useMemo(
    () => (
      <Suspense>
        <Part onHydrated={onHydrated}>{shown}</Part>
      </Suspense>
    ),
    [shown, onHydrated],
  );
}

function Part({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  const id = useId();
  const isHydrated = useHasScripts();
  useEffect(() => {
    onHydrated();
    if (turns.delete(id)) scheduleNext();
  }, [id, onHydrated]);
  if (!import.meta.env.SSR && !isHydrated && !isOpen) use(getTurn(id).promise);
  return children;
}

function getTurn(id: string): Turn {
  const known = turns.get(id);
  if (known) return known;
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  const open = () => {
    // React reads the status without waiting, so that a part hydrates within the event that needs it.
    Object.assign(promise, { status: "fulfilled" });
    resolve();
  };
  const turn = { promise, open };
  turns.set(id, turn);
  if (turns.size === 1) start();
  return turn;
}

function start(): void {
  for (const type of INTERACTIONS) addEventListener(type, openAll, { capture: true, once: true });
  scheduleNext();
}

function scheduleNext(): void {
  const openNext = () => turns.values().next().value?.open();
  if ("requestIdleCallback" in window) requestIdleCallback(openNext, { timeout: MAX_IDLE_WAIT_MS });
  else setTimeout(openNext);
}

function openAll(): void {
  isOpen = true;
  for (const turn of turns.values()) turn.open();
}
