import { useRef, useState } from "react";
import { toMessage } from "../../core/toMessage.ts";
import { RequestError } from "../api.ts";

/**
 * Sends requests with an idempotency key. A retry sends the same key, so that the server acts only once. If the retry
 * differs and the server has acted already, the server reports a conflict, and the next request gets a new key.
 *
 * @param explain turns an error into a sentence for the person
 */
export function useSending(explain: (error: unknown) => string = toMessage) {
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
      if (error instanceof RequestError && error.status === 409) key.current = undefined;
      setState({ isSending: false, error: explain(error) });
    }
  }

  return { ...state, send };
}
