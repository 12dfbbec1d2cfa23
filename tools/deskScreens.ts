import type { Page } from "@playwright/test";
import type { DeskScreen } from "./deskScreenSite.ts";

const SCREENS: readonly DeskScreen[] = [
  { name: "sign-in", path: "/sign-in", person: "nobody" },
  { name: "stories-mine", path: "/stories/test/mine" },
  { name: "stories-review", path: "/stories/test/review" },
  { name: "stories-drafts", path: "/stories/test/drafts" },
  { name: "stories-scheduled", path: "/stories/test/scheduled" },
  { name: "stories-published", path: "/stories/test/published" },
  { name: "stories-withdrawn", path: "/stories/test/withdrawn" },
  { name: "stories-empty", path: "/stories/test/mine", person: "beginner" },
  { name: "story-draft", path: "/story/test/{draft}", person: "writer" },
  { name: "story-submitted", path: "/story/test/{submitted}", prepare: openDetailsOnPhones },
  { name: "story-scheduled", path: "/story/test/{scheduled}", isWindow: true },
  { name: "story-published", path: "/story/test/{published}" },
  { name: "story-withdrawn", path: "/story/test/{withdrawn}", isWindow: true },
  { name: "story-read-only", path: "/story/test/{published}", person: "writer", isWindow: true },
  { name: "story-shortcuts", path: "/story/test/{draft}", isWindow: true, prepare: openShortcuts },
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
