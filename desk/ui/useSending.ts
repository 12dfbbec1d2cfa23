import { useRef, useState } from "react";

/**
 * Sends a request that takes effect only once: a second press, or a retry after a lost response, sends the same key
 * until the server has responded.
 */
export function useSending() {
  const key = useRef<string>(undefined);
  const [state, setState] = useState<{ isSending: boolean; error: string | null }>({ isSending: false, error: null });

  async function send(request: (key: string) => Promise<void>): Promise<void> {
    if (state.isSending) return;
    setState({ isSending: true, error: null });
    key.current ??= crypto.randomUUID();
    try {
      await request(key.current);
      key.current = undefined;
      setState({ isSending: false, error: null });
    } catch (error) {
      setState({ isSending: false, error: error instanceof Error ? error.message : String(error) });
    }
  }

  return { ...state, send };
}
