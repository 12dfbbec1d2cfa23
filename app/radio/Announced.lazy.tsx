import { useSyncExternalStore } from "react";
import { usePageTexts } from "../language/pageTexts.ts";
import { useTexts } from "../language/texts.ts";
import { getStatusText } from "./playerStatus.ts";
import type { RadioState, RadioStore } from "./radioStore.ts";
import { getErrorText, getTitle } from "./statusText.ts";

/**
 * Announces the radio's state to screen readers. Is a separate module, so that it loads only when the radio is first
 * started.
 */
export default function Announced({ radio }: { radio: RadioStore }) {
  const texts = useTexts().radio;
  const { status } = usePageTexts().radio;
  const text = useSyncExternalStore(radio.subscribe, () => describeState(radio.getState()));
  return <>{text}</>;

  function describeState(state: RadioState): string {
    const error = getErrorText(state, texts);
    const title = getTitle(radio.info.title, state.now, texts);
    return `${title}: ${error ? `${error} ` : ""}${getStatusText(state, { status })}.`;
  }
}
