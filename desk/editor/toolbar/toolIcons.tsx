// Drawings by Lucide, (c) Lucide Icons and Contributors, ISC License.
import type { ReactNode } from "react";
import type { ToolName } from "./items.ts";

const LIST_LINES = "M9 6h11M9 12h11M9 18h11";

/** Paths in a 24 by 24 viewBox. */
const PATHS: Partial<Record<ToolName | "more", string>> = {
  link: "M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71",
  bullet_list: `${LIST_LINES}M4 6h.01M4 12h.01M4 18h.01`,
  ordered_list: `${LIST_LINES}M4 10h2M4 4h1v6M6 20H4c0-1 2-2 2-3s-1-1.5-2-1`,
  quote: "M5 5v14M10 6h10M10 12h10M10 18h7",
  pull_quote: "M4 4h16M4 20h16M7 15c2 0 3-1 3-3V9H6v3h3M15 15c2 0 3-1 3-3V9h-4v3h3",
  image: "M3 4h18v16H3zM3 17l5-5 4 4 3-3 6 5M15 9h.01",
  table: "M3 4h18v16H3zM3 9.5h18M3 15h18M9 4v16M15 4v16",
  player: "M3 4h18v16H3zM10 8.5v7l6-3.5z",
  undo: "M3 7v6h6M21 17a9 9 0 0 0-15-6.7L3 13",
  redo: "M21 7v6h-6M3 17a9 9 0 0 1 15-6.7L21 13",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

const LETTERS: Partial<Record<ToolName, ReactNode>> = {
  strong: <b>B</b>,
  em: <i>I</i>,
  strike: <s>S</s>,
  heading2: <b>H</b>,
  heading3: (
    <small>
      <b>H</b>
    </small>
  ),
};

/** Shows the icon or the letter of a button. The button itself has the accessible name. */
export function ToolIcon({ name }: { name: ToolName | "more" }) {
  const letter = name === "more" ? undefined : LETTERS[name];
  if (letter) return <span aria-hidden="true">{letter}</span>;
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
