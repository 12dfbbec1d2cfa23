import { expect, it } from "vitest";
import { foldClosedEntries } from "./closedEntries.ts";
import type { StaticPage } from "./pages.ts";

const entry = (title: string, until: string | null) => ({ title, until, label: null, note: null, html: "" });
const page = (...entries: ReturnType<typeof entry>[]) =>
  ({
    slug: "jobs",
    parts: [
      { kind: "text", html: "" },
      { kind: "entries", entries },
    ],
  }) as unknown as StaticPage;
const fold = (today: string, ...entries: ReturnType<typeof entry>[]) =>
  foldClosedEntries(page(...entries), today, "en-US").parts[1];

it("folds entries after their last day, and says if none is open", () => {
  const [editor, intern, award] = [entry("Editor", "2025-05-09"), entry("Intern", "2025-06-13"), entry("Award", null)];
  expect(fold("2025-05-09", editor, intern, award)).toEqual({ kind: "entries", entries: [editor, intern, award] });
  expect(fold("2025-05-10", editor, intern, award)).toMatchObject({
    entries: [intern, award],
    closed: { title: "Closed (1)", entries: [editor], none: null },
  });
  expect(fold("2025-07-01", editor, intern)).toMatchObject({
    entries: [],
    closed: { title: "Closed (2)", entries: [editor, intern], none: "Nothing is open right now." },
  });
});
