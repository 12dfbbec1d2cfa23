import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** Shorter waits are shown better by nothing than by a skeleton that flashes. */
const SLOW_MS = 150;

/** Whether the reader has been waiting for another page for longer than 150 ms. */
export function useSlowNavigation(): boolean {
  const { state, location } = useNavigation();
  const [isSlow, setSlow] = useState(false);
  const address = state === "loading" ? location.key : null;
  useEffect(() => {
    if (address === null) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [address]);
  return isSlow && address !== null;
}
