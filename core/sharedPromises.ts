/** A map of promises, such as a `Map` or an `LRUCache`. */
interface PromiseMap<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, promise: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/**
 * Returns the promise under a key. If there is none, calls `load` and stores its promise until the promise is rejected,
 * so the next call after a failure tries again.
 */
export function sharePromise<Key, Value>(
  promises: PromiseMap<Key, Value>,
  key: Key,
  load: (key: Key) => Promise<Value>,
): Promise<Value> {
  const known = promises.get(key);
  if (known) return known;
  const promise = load(key);
  promises.set(key, promise);
  promise.catch(() => {
    if (promises.get(key) === promise) promises.delete(key);
  });
  return promise;
}

/** Returns an object whose `get` calls `load` once and shares the promise, as `sharePromise` does. */
export function createShared<Value>(load: () => Promise<Value>): { get(): Promise<Value>; forget(): void } {
  const promises = new Map<"value", Promise<Value>>();
  return {
    get: () => sharePromise(promises, "value", load),
    /** Makes the next `get` call `load` again. */
    forget: () => promises.clear(),
  };
}
