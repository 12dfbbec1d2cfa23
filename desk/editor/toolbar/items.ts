import { toggleMark } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import type { Command } from "prosemirror-state";
import { insertBlock, insertFootnote, insertTable } from "../commands/insert.ts";
import { TABLE_COMMANDS } from "../commands/tables.ts";
import { toggleList, toggleQuote, toggleTextBlock } from "../commands/textBlocks.ts";
import { getMarkType } from "../schema/storySchema.ts";

/** Commands of the toolbar, by the names of their buttons. The screen adds the buttons that open a dialog or a mode. */
export const COMMANDS = {
  strong: toggleMark(getMarkType("strong")),
  em: toggleMark(getMarkType("em")),
  strike: toggleMark(getMarkType("strike")),
  code: toggleMark(getMarkType("code")),
  heading2: toggleTextBlock("heading", { level: 2 }),
  heading3: toggleTextBlock("heading", { level: 3 }),
  heading4: toggleTextBlock("heading", { level: 4 }),
  bullet_list: toggleList("bullet_list"),
  ordered_list: toggleList("ordered_list"),
  quote: toggleQuote,
  pull_quote: toggleTextBlock("pull_quote"),
  code_block: toggleTextBlock("code_block"),
  table: insertTable,
  rule: insertBlock("rule"),
  footnote: insertFootnote,
  undo,
  redo,
  ...TABLE_COMMANDS,
} satisfies Record<string, Command>;

/** Buttons that open a dialog, a bar or a mode. */
type Opener = "link" | "image" | "player" | "find" | "markdown";

export type ToolName = Exclude<keyof typeof COMMANDS, keyof typeof TABLE_COMMANDS> | Opener;
export type TableToolName = keyof typeof TABLE_COMMANDS;

export const TOOL_GROUPS: readonly (readonly ToolName[])[] = [
  ["strong", "em", "strike", "link"],
  ["heading2", "heading3"],
  ["bullet_list", "ordered_list", "quote", "pull_quote"],
  ["image", "table", "player"],
  ["undo", "redo"],
];
/** Buttons that a narrow toolbar moves to its menu. */
export const WIDE_TOOLS: readonly ToolName[] = [
  ...(["heading3", "strike", "ordered_list", "pull_quote", "table", "player", "undo", "redo"] as const),
];
/** Buttons that are always in the toolbar's menu. */
export const MENU_TOOLS = ["heading4", "code", "code_block", "rule", "footnote", "find", "markdown"] as const;
/** Buttons that also work in the Markdown mode. */
export const MARKDOWN_TOOLS = ["strong", "em", "link", "image"] as const;
export const TABLE_TOOLS = Object.keys(TABLE_COMMANDS) as TableToolName[];

/** Shortcuts by the name of the button, in the form that `formatKeys` takes. */
export const KEYS: Partial<Record<ToolName, string>> = {
  strong: "Mod+B",
  em: "Mod+I",
  link: "Mod+K",
  strike: "Mod+Shift+X",
  code: "Mod+E",
  heading2: "Mod+Alt+2",
  heading3: "Mod+Alt+3",
  heading4: "Mod+Alt+4",
  ordered_list: "Mod+Shift+7",
  bullet_list: "Mod+Shift+8",
  quote: "Mod+Shift+9",
  undo: "Mod+Z",
  redo: "Mod+Shift+Z",
  find: "Mod+F",
};

const IS_APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "");

/** Formats a shortcut for this machine's keyboard, such as "Ctrl+B" or "⌘B". */
export function formatKeys(keys: string): string {
  return IS_APPLE
    ? keys.replace("Mod+", "⌘").replace("Shift+", "⇧").replace("Alt+", "⌥")
    : keys.replace("Mod+", "Ctrl+");
}
