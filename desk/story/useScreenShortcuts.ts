import { useEffect, useEffectEvent } from "react";
import { hasSingleKeys } from "../device/deviceSettings.ts";
import { formatKeys } from "../editor/toolbar/items.ts";
import { getTexts } from "../texts/texts.ts";

export type ScreenAction = "save" | "publish" | "preview" | "versions" | "details" | "help";

/** Keys of the screen's actions. `Mod` is Command on a Mac, Control elsewhere. `code` is a position on the keyboard. */
const KEYS: readonly { action: ScreenAction; code: string; isAlt: boolean; shown: string }[] = [
  { action: "save", code: "KeyS", isAlt: false, shown: "Mod+S" },
  { action: "publish", code: "Enter", isAlt: false, shown: "Mod+Enter" },
  { action: "preview", code: "KeyP", isAlt: true, shown: "Mod+Alt+P" },
  { action: "versions", code: "KeyV", isAlt: true, shown: "Mod+Alt+V" },
  { action: "details", code: "KeyD", isAlt: true, shown: "Mod+Alt+D" },
];

/** Lists the screen's shortcuts for its help dialog. */
export function listScreenShortcuts(): { keys: string; label: string }[] {
  const { shortcuts } = getTexts().story;
  const listed = KEYS.map(({ action, shown }) => ({ keys: formatKeys(shown), label: shortcuts[action] }));
  return [...listed, { keys: "?", label: shortcuts.help }];
}

/** Runs an action of the screen when its keys are pressed. @param isActive false while a dialog is open */
export function useScreenShortcuts(isActive: boolean, actions: Record<ScreenAction, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = findAction(event);
    // In a block of code, the editor handles the keys of "publish" itself: they move the cursor below the block.
    if (action === undefined || event.defaultPrevented) return;
    // Prevents the browser's own action, such as saving the page, even while a dialog is open.
    event.preventDefault();
    if (isActive && !document.querySelector("dialog[open]")) actions[action]();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    // Runs after the editor's listeners, but before the listeners of `Shell`, which also handle "?".
    document.body.addEventListener("keydown", listener);
    return () => document.body.removeEventListener("keydown", listener);
  }, []);
}

function findAction(event: KeyboardEvent): ScreenAction | undefined {
  if (event.key === "?" && !event.ctrlKey && !event.metaKey)
    return isTyping(event.target) || !hasSingleKeys() ? undefined : "help";
  if (!event.ctrlKey && !event.metaKey) return undefined;
  if (event.shiftKey) return undefined;
  return KEYS.find(({ code, isAlt }) => code === event.code && isAlt === event.altKey)?.action;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
