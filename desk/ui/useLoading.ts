import { useEffect, useEffectEvent, useState } from "react";
import { toMessage } from "../../core/toMessage.ts";

interface Loading<Loaded> {
  /** Null during loading and after a failure. */
  loaded: Loaded | null;
  /** Sentence with the reason of a failure; "" for none. */
  fault: string;
}

/** Loads the content of a dialog when the dialog opens, and again each time `load` is called. */
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
