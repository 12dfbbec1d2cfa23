import { expect, it } from "vitest";
import type { MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";
import { getPermissions, getStatus } from "./storyStatus.ts";

const SUBMISSION = { at: "2026-11-26T12:00:00.000Z", by: "Ana Ruiz", note: "" };

function story(changes: Partial<StoryView> = {}): StoryView {
  return { state: "draft", overdue: null, submission: null, published: null, ...changes } as StoryView;
}

function edition(...capabilities: MyEdition["capabilities"]): MyEdition {
  return { capabilities } as MyEdition;
}

const WRITER = edition("write own drafts", "submit");
const EDITOR = edition("write own drafts", "submit", "publish", "review", "withdraw");

it("shows a draft that waits for editors as submitted, and an overdue story as overdue", () => {
  expect(getStatus(story(), false)).toBe("draft");
  expect(getStatus(story({ submission: SUBMISSION }), false)).toBe("submitted");
  expect(getStatus(story({ state: "scheduled" }), false)).toBe("scheduled");
  expect(getStatus(story({ state: "scheduled", overdue: "The disk is full." }), false)).toBe("overdue");
});

it("shows a published story as changed while readers do not see its working copy", () => {
  const published = story({ state: "published", submission: SUBMISSION });
  expect(getStatus(published, false)).toBe("published");
  expect(getStatus(published, true)).toBe("changed");
  expect(getStatus(story({ state: "withdrawn" }), true)).toBe("withdrawn");
});

it("lets writers edit and submit drafts, and only read what is published, with the reason", () => {
  expect(getPermissions(story(), WRITER, false)).toMatchObject({ canEdit: true, canSubmit: true, canPublish: false });
  const published = getPermissions(story({ state: "published" }), WRITER, true);
  expect(published).toMatchObject({ canEdit: false, canSubmit: false, canDiscard: false, canWithdraw: false });
  expect(published.reason).toContain("Only editors can change it");
});

it("lets editors publish, return what was submitted, and discard changes of what readers see", () => {
  expect(getPermissions(story(), EDITOR, false)).toMatchObject({
    canPublish: true,
    canSubmit: false,
    canReturn: false,
  });
  expect(getPermissions(story({ submission: SUBMISSION }), EDITOR, false).canReturn).toBe(true);
  const content = {} as StoryView["published"];
  const published = story({ state: "published", published: content });
  expect(getPermissions(published, EDITOR, true)).toMatchObject({
    canDiscard: true,
    canWithdraw: true,
    canDelete: false,
  });
  expect(getPermissions(published, EDITOR, false).canDiscard).toBe(false);
});
