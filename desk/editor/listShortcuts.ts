import { getTexts } from "../texts/texts.ts";
import { formatKeys, KEYS, type ToolName } from "./toolbar/items.ts";

export interface Shortcut {
  /** Keys for this machine's keyboard, such as "Ctrl+B". */
  keys: string;
  getLabel(): string;
}

const OF_TOOLS = (Object.entries(KEYS) as [ToolName, string][]).map(([name, keys]) => ({
  keys,
  getLabel: () => getTexts().editor.tools[name],
}));

const OTHERS = [
  { keys: "Mod+Alt+0", getLabel: () => getTexts().editor.shortcuts.paragraph },
  { keys: "Shift+Enter", getLabel: () => getTexts().editor.shortcuts.lineBreak },
  { keys: "Mod+Enter", getLabel: () => getTexts().editor.shortcuts.leaveBlock },
  { keys: "Tab", getLabel: () => getTexts().editor.shortcuts.nextCell },
  { keys: "Mod+Shift+V", getLabel: () => getTexts().editor.shortcuts.pastePlain },
  { keys: "Alt+F10", getLabel: () => getTexts().editor.shortcuts.toolbar },
];

/** Shortcuts of the editor, for the help dialog. */
export const SHORTCUTS: readonly Shortcut[] = [...OF_TOOLS, ...OTHERS].map(({ keys, getLabel }) => ({
  keys: formatKeys(keys),
  getLabel,
}));
