import type { DeskScreen } from "./deskScreenSite.ts";
import * as steps from "./deskScreenSteps.ts";

const { press, choose, openPublish, openPreview } = steps;

const STORIES = "/stories/chicago";
const STORY = "/story/chicago";

const SIGN_IN: readonly DeskScreen[] = [
  { name: "sign-in", path: "/sign-in", person: "nobody" },
  { name: "sign-in-code", path: "/sign-in", person: "nobody", prepare: steps.askForCode("ana@chicago.example") },
  { name: "sign-in-wrong-code", path: "/sign-in", person: "nobody", prepare: steps.typeWrongCode },
  { name: "sign-in-link", path: "/{link}", person: "nobody" },
  { name: "sign-in-old-link", path: `/link/${"0".repeat(64)}`, person: "nobody" },
];

const LISTS: readonly DeskScreen[] = [
  { name: "stories-mine", path: `${STORIES}/mine` },
  { name: "stories-review", path: `${STORIES}/review` },
  { name: "stories-drafts", path: `${STORIES}/drafts` },
  { name: "stories-scheduled", path: `${STORIES}/scheduled` },
  { name: "stories-published", path: `${STORIES}/published` },
  { name: "stories-withdrawn", path: `${STORIES}/withdrawn` },
  { name: "stories-empty", path: `${STORIES}/mine`, person: "beginner" },
  { name: "stories-nothing-found", path: `${STORIES}/drafts?words=zeppelin` },
  { name: "stories-editions", path: `${STORIES}/drafts`, person: "traveler" },
  { name: "person-menu", path: `${STORIES}/mine`, isWindow: true, prepare: press("Ben Cole") },
];

const STORY_SCREENS: readonly DeskScreen[] = [
  { name: "story-new", path: `${STORIES}/mine`, person: "beginner", isWindow: true, prepare: steps.startStory },
  { name: "story-draft", path: `${STORY}/{draft}`, person: "writer", hasBar: true },
  { name: "story-fields", path: `${STORY}/{submitted}`, isWindow: true, prepare: steps.openDetails },
  { name: "story-focus", path: `${STORY}/{submitted}`, isWindow: true, prepare: steps.openFocus },
  { name: "story-submitted", path: `${STORY}/{submitted}`, hasBar: true },
  { name: "story-submitted-writer", path: `${STORY}/{submitted}`, person: "writer", isWindow: true },
  { name: "story-returned", path: `${STORY}/{returned}`, person: "writer", isWindow: true },
  { name: "story-scheduled", path: `${STORY}/{scheduled}`, isWindow: true },
  { name: "story-overdue", path: `${STORY}/{overdue}`, isWindow: true },
  { name: "story-published", path: `${STORY}/{published}`, hasBar: true },
  { name: "story-unchanged", path: `${STORY}/{unchanged}`, isWindow: true },
  { name: "story-read-only", path: `${STORY}/{unchanged}`, person: "writer", isWindow: true },
  { name: "story-withdrawn", path: `${STORY}/{withdrawn}`, isWindow: true },
  {
    name: "story-conflict",
    path: `${STORY}/{shared}`,
    isChanging: true,
    isWindow: true,
    meanwhile: steps.changeSameParagraph,
  },
  { name: "story-offline", path: `${STORY}/{gaps}`, isWindow: true, prepare: steps.typeOffline },
  { name: "story-signed-out", path: `${STORY}/{gaps}`, isWindow: true, prepare: steps.typeSignedOut },
  { name: "story-menu", path: `${STORY}/{submitted}`, isWindow: true, prepare: steps.openMenu },
  { name: "story-shortcuts", path: `${STORY}/{draft}`, isWindow: true, prepare: choose("Keyboard shortcuts") },
  { name: "editor-link", path: `${STORY}/{draft}`, person: "writer", isWindow: true, prepare: steps.openLink },
  { name: "editor-player", path: `${STORY}/{draft}`, person: "writer", isWindow: true, prepare: steps.openPlayer },
  { name: "editor-find", path: `${STORY}/{draft}`, person: "writer", isWindow: true, prepare: steps.find("ferry") },
  { name: "editor-table", path: `${STORY}/{draft}`, person: "writer", isWindow: true, prepare: steps.enterTable },
  { name: "editor-tools", path: `${STORY}/{draft}`, person: "writer", isWindow: true, prepare: steps.openTools },
  { name: "versions", path: `${STORY}/{published}`, isWindow: true, prepare: choose("Versions") },
];

const PUBLISHING: readonly DeskScreen[] = [
  { name: "submit", path: `${STORY}/{draft}`, person: "writer", isWindow: true, prepare: press("Submit") },
  { name: "return", path: `${STORY}/{submitted}`, isWindow: true, prepare: choose("Return to the writer") },
  { name: "publish-missing", path: `${STORY}/{gaps}`, isWindow: true, prepare: openPublish("Publish") },
  { name: "publish-warnings", path: `${STORY}/{warned}`, isWindow: true, prepare: openPublish("Publish") },
  { name: "publish-complete", path: `${STORY}/{submitted}`, isWindow: true, prepare: openPublish("Publish") },
  { name: "publish-when", path: `${STORY}/{submitted}`, isWindow: true, prepare: steps.openTime },
  { name: "publish-confirm", path: `${STORY}/{submitted}`, isWindow: true, prepare: openPublish("Publish", 2) },
  {
    name: "publish-done",
    path: `${STORY}/{result}`,
    isChanging: true,
    isWindow: true,
    prepare: steps.publishNow,
  },
  {
    name: "publish-scheduled",
    path: `${STORY}/{result}`,
    isChanging: true,
    isWindow: true,
    prepare: steps.schedule,
  },
  { name: "publish-change", path: `${STORY}/{published}`, isWindow: true, prepare: steps.openCorrection },
  { name: "publish-correct", path: `${STORY}/{published}`, isWindow: true, prepare: steps.confirmCorrection },
  { name: "discard", path: `${STORY}/{published}`, isWindow: true, prepare: choose("Discard changes") },
  { name: "withdraw", path: `${STORY}/{published}`, isWindow: true, prepare: choose("Withdraw") },
  {
    name: "withdraw-done",
    path: `${STORY}/{leaving}`,
    isChanging: true,
    isWindow: true,
    prepare: steps.withdraw,
  },
  { name: "delete", path: `${STORY}/{draft}`, person: "writer", isWindow: true, prepare: choose("Delete draft") },
  { name: "preview-page", path: `${STORY}/{draft}`, isWindow: true, prepare: openPreview("Page") },
  { name: "preview-mail", path: `${STORY}/{draft}`, isWindow: true, prepare: openPreview("Briefing") },
  { name: "preview-card", path: `${STORY}/{draft}`, isWindow: true, prepare: openPreview("Shared card") },
  { name: "preview-link", path: `${STORY}/{draft}`, isWindow: true, prepare: openPreview("Link for others") },
];

const IMAGES: readonly DeskScreen[] = [
  { name: "image-picker", path: `${STORY}/{draft}`, isWindow: true, prepare: steps.openPicker },
  { name: "images", path: "/images/chicago" },
  { name: "images-nothing-found", path: "/images/chicago", isWindow: true, prepare: steps.searchImages("zeppelin") },
  { name: "images-empty", path: "/images/madison", person: "traveler", isWindow: true },
  { name: "images-too-large", path: "/images/chicago", isWindow: true, prepare: steps.addLargeImage },
  { name: "image-details", path: "/images/chicago", isWindow: true, prepare: steps.openImage("pier.jpg") },
  { name: "image-no-alt", path: "/images/chicago", isWindow: true, prepare: steps.openImage("IMG_2041.jpg") },
];

const PEOPLE = [
  { name: "people" },
  { name: "people-invite", isWindow: true, prepare: steps.fillInvitation },
  { name: "people-link", isWindow: true, prepare: steps.invite },
  { name: "people-proof", hasOldProof: true, isWindow: true, prepare: steps.meetProof },
  { name: "people-role", isWindow: true, prepare: press("Change role of Rosa Quintero") },
  { name: "people-reset", isWindow: true, prepare: press("Reset sign-in of Rosa Quintero") },
  { name: "people-remove", isWindow: true, prepare: press("Remove Rosa Quintero") },
].map((screen): DeskScreen => ({ path: "/people/chicago", person: "publisher", ...screen }));

const ACCOUNT: readonly DeskScreen[] = [
  { name: "account", path: "/account", person: "publisher" },
  { name: "account-new", path: "/account", person: "beginner" },
];

const FAULTS: readonly DeskScreen[] = [
  { name: "not-found", path: `${STORY}/999999`, isWindow: true },
  { name: "not-allowed", path: "/people/chicago", person: "writer", isWindow: true },
  { name: "unreachable", path: `${STORIES}/mine`, isWindow: true, prepare: steps.loseConnection },
];

/** The desk's screens, in the light and the dark theme. Their screenshots are in the folder `desk`. */
export const DESK_SCREENS = [
  ...SIGN_IN,
  ...LISTS,
  ...STORY_SCREENS,
  ...PUBLISHING,
  ...IMAGES,
  ...PEOPLE,
  ...ACCOUNT,
  ...FAULTS,
].map((screen) => ({ ...screen, name: `desk/${screen.name}`, hasDark: true }));
