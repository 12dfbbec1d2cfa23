import { useSyncExternalStore } from "react";
import { getStatusText } from "./playerStatus.ts";
import type { RadioState, RadioStore } from "./radioStore.ts";
import { getErrorText, getTitle } from "./statusText.ts";

/** Announces the radio to screen readers. A module of its own, loaded when the radio is first started. */
export default function Announced({ radio }: { radio: RadioStore }) {
  const text = useSyncExternalStore(radio.subscribe, () => describeState(radio.info.title, radio.getState()));
  return <>{text}</>;
}

function describeState(title: string, state: RadioState): string {
  const error = getErrorText(state);
  return `${getTitle(title, state.now)}: ${error ? `${error} ` : ""}${getStatusText(state)}.`;
}
