import { useBrowserValue } from "./useBrowserValue.ts";

const subscribe = () => () => {};

/** Returns false in the server's HTML and for readers without JavaScript, true once the page is hydrated. */
export function useHasScripts(): boolean {
  return useBrowserValue(subscribe, () => true, false);
}
