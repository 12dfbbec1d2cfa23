import { useEffect, useEffectEvent, useState } from "react";
import { toMessage } from "../../core/toMessage.ts";

interface Loading<Loaded> {
  /** Null while it is being loaded, and after a failure. */
  loaded: Loaded | null;
  /** Sentence with the reason of a failure; "" for none. */
  fault: string;
}

/** Loads what a dialog shows when it opens, and again each time `load` is called. */
export function useLoading<Loaded>(read: () => Promise<Loaded>): Loading<Loaded> & { load(): Promise<void> } {
  const [state, setState] = useState<Loading<Loaded>>({ loaded: null, fault: "" });

  async function load() {
    setState({ loaded: null, fault: "" });
    try {
      setState({ loaded: await read(), fault: "" });
    } catch (error) {
      setState({ loaded: null, fault: toMessage(error) });
    }
  }

  const loadFirst = useEffectEvent(load);
  useEffect(() => void loadFirst(), []);
  return { ...state, load };
}
