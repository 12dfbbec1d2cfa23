import {
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useHasScripts } from "../ui/useBrowserValue.ts";

interface Gate {
  /** Resolves when the part may hydrate. */
  promise: Promise<void>;
  open: () => void;
  /** True if the part hydrates as soon as the browser is idle. */
  isDue?: boolean;
  /** True once React has tried to hydrate the part. */
  wasTried?: boolean;
}

interface HydrateLaterProps {
  /** Element that contains the part, if the part waits until it is near the window. */
  area?: RefObject<Element | null>;
  /** If this value changes while the part waits, the part hydrates at once to render its new content. */
  version?: unknown;
  children: ReactNode;
}

/** Maximum time, in ms, to wait for the browser to be idle. Applies before each part is hydrated. */
const MAX_IDLE_WAIT_MS = 200;
/** A part within this distance of the window counts as near. */
const NEAR = "200px";

/** Gates of the parts of the page that wait for hydration, in document order. */
const gates = new Set<Gate>();
let isScheduled = false;
/**
 * True after the first click or key press. From then on, the first attempt to hydrate a part is not suspended, since
 * the reader may already be using that part.
 */
let isUsed = false;
const setUsed = () => {
  isUsed = true;
};
if (!import.meta.env.SSR) for (const type of ["click", "keydown"]) addEventListener(type, setUsed, true);

/** A part of a page that hydrates when it is near the window, since many parts are never scrolled into view. */
export function HydrateWhenNear({
  className,
  ...part
}: Omit<HydrateLaterProps, "area"> & { className: string | undefined }) {
  const area = useRef<HTMLDivElement>(null);
  return (
    <div ref={area} className={className}>
      <HydrateLater area={area} {...part} />
    </div>
  );
}

/**
 * Hydrates a part of a page in a separate task, when the browser is idle: hydrating a whole page in one task would
 * block a slow phone's main thread. A part that gets an event or an update hydrates immediately. The server, and pages
 * that the router opens, render the part without waiting.
 */
export function HydrateLater({ area, version, children }: HydrateLaterProps) {
  const [first] = useState({ version, children });
  const [gate] = useState(createGate);
  const [isReady, setReady] = useState(false);
  const onHydrated = useCallback(() => {
    setReady(true);
    gates.delete(gate);
    scheduleNext();
  }, [gate]);
  const isChanged = version !== first.version;
  useEffect(() => {
    if (isReady) return;
    gates.add(gate);
    const setDue = () => {
      gate.isDue = true;
      scheduleNext();
    };
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setDue(), {
      rootMargin: NEAR,
    });
    // A changed part hydrates at once, since it must be hydrated to show the change.
    if (area?.current && !isChanged) observer.observe(area.current);
    else setDue();
    return () => {
      observer.disconnect();
      gates.delete(gate);
    };
  }, [gate, area, isChanged, isReady]);
  const shown = isReady ? children : first.children;
  // Until the part is ready, the element stays the same: React would render an updated part from scratch instead of
  // hydrating it, and anything that the reader typed into the part would be lost.
  return useMemo(
    () => (
      <Suspense>
        <Part gate={gate} onHydrated={onHydrated}>
          {shown}
        </Part>
      </Suspense>
    ),
    [shown, gate, onHydrated],
  );
}

function Part({ gate, onHydrated, children }: { gate: Gate; onHydrated: () => void; children: ReactNode }) {
  const isHydrated = useHasScripts();
  useEffect(onHydrated, [onHydrated]);
  // Suspends the first attempt to hydrate the part. React tries again when an event or an update needs the part.
  if (!import.meta.env.SSR && !isHydrated && !gate.wasTried && !isUsed) {
    gate.wasTried = true;
    use(gate.promise);
  }
  return children;
}

function createGate(): Gate {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

/** When the browser is idle, lets React hydrate the first part that is due, and then the next. */
function scheduleNext(): void {
  if (isScheduled) return;
  isScheduled = true;
  const openNext = () => {
    isScheduled = false;
    for (const gate of gates) if (gate.isDue) return gate.open();
  };
  if ("requestIdleCallback" in window) requestIdleCallback(openNext, { timeout: MAX_IDLE_WAIT_MS });
  else setTimeout(openNext);
}
