/** Returns a subscribe function, as `useSyncExternalStore` takes it, for events of the window. */
export function subscribeTo(...types: string[]) {
  return (listener: () => void) => {
    const unsubscribe = new AbortController();
    for (const type of types) window.addEventListener(type, listener, { passive: true, signal: unsubscribe.signal });
    return () => unsubscribe.abort();
  };
}
