/** What two threads that may both do a thing settle by who does it. */
export type Claim = Int32Array<SharedArrayBuffer>;

export function openClaim(): Claim {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** @returns whether it is the caller's now: it is for who asks first, on whichever thread, and for nobody after */
export function take(claim: Claim): boolean {
  return Atomics.exchange(claim, 0, 1) === 0;
}

export function isTaken(claim: Claim): boolean {
  return Atomics.load(claim, 0) === 1;
}
