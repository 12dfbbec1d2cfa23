import type { Page } from "@playwright/test";
import type { DeskScreen } from "./deskScreenSite.ts";

const SCREENS: readonly DeskScreen[] = [
  { name: "sign-in", path: "/sign-in", person: "nobody" },
  { name: "stories-mine", path: "/stories/chicago/mine" },
  { name: "stories-review", path: "/stories/chicago/review" },
  { name: "stories-drafts", path: "/stories/chicago/drafts" },
  { name: "stories-scheduled", path: "/stories/chicago/scheduled" },
  { name: "stories-published", path: "/stories/chicago/published" },
  { name: "stories-withdrawn", path: "/stories/chicago/withdrawn" },
  { name: "stories-empty", path: "/stories/chicago/mine", person: "beginner" },
  { name: "story-draft", path: "/story/chicago/{draft}", person: "writer" },
  { name: "story-submitted", path: "/story/chicago/{submitted}", prepare: openDetailsOnPhones },
  { name: "story-scheduled", path: "/story/chicago/{scheduled}", isWindow: true },
  { name: "story-published", path: "/story/chicago/{published}" },
  { name: "story-withdrawn", path: "/story/chicago/{withdrawn}", isWindow: true },
  { name: "story-read-only", path: "/story/chicago/{published}", person: "writer", isWindow: true },
  { name: "story-shortcuts", path: "/story/chicago/{draft}", isWindow: true, prepare: openShortcuts },
];

/** The desk's screens, in a folder of their own and in both themes. */
export const DESK_SCREENS = SCREENS.map((screen) => ({ ...screen, name: `desk/${screen.name}`, hasDark: true }));

async function openDetailsOnPhones(page: Page): Promise<void> {
  const details = page.getByRole("button", { name: /^Details/ });
  if (await details.isVisible()) await details.click();
}

async function openShortcuts(page: Page): Promise<void> {
  await openMore(page, "Keyboard shortcuts");
}

/** Chooses something from the story's menu. */
async function openMore(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name, exact: true }).click();
}
