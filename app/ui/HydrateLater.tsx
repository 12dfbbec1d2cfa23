import { type ReactNode, Suspense, use, useCallback, useEffect, useId, useMemo, useState } from "react";
import { useHasScripts } from "./useBrowserValue.ts";

interface Gate {
  promise: Promise<void>;
  open: () => void;
}

/** Longest wait for an idle browser before each part. */
const MAX_IDLE_WAIT_MS = 200;
const INTERACTIONS = ["pointerdown", "keydown", "click"] as const;

/** Gates of the parts that wait, by React's ids, in document order. */
const gates = new Map<string, Gate>();
/** True from the reader's first interaction. */
let areAllOpen = false;

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
  // Until then, the element stays the same: React would render an updated part from scratch instead of hydrating it, and
  // anything that the reader typed into it would be lost.
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
    if (gates.delete(id)) scheduleNext();
  }, [id, onHydrated]);
  if (!import.meta.env.SSR && !isHydrated && !areAllOpen) use(getGate(id).promise);
  return children;
}

function getGate(id: string): Gate {
  const known = gates.get(id);
  if (known) return known;
  let resolve = () => {};
  const promise = new Promise<void>((fulfill) => {
    resolve = fulfill;
  });
  const open = () => {
    // React reads the status without waiting, so that a part hydrates within the event that needs it.
    Object.assign(promise, { status: "fulfilled" });
    resolve();
  };
  const gate = { promise, open };
  gates.set(id, gate);
  if (gates.size === 1) start();
  return gate;
}

function start(): void {
  for (const type of INTERACTIONS) addEventListener(type, openAll, { capture: true, once: true });
  scheduleNext();
}

function scheduleNext(): void {
  const openNext = () => gates.values().next().value?.open();
  if ("requestIdleCallback" in window) requestIdleCallback(openNext, { timeout: MAX_IDLE_WAIT_MS });
  else setTimeout(openNext);
}

function openAll(): void {
  areAllOpen = true;
  for (const gate of gates.values()) gate.open();
}
