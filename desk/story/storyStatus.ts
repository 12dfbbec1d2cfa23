import type { MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { useMoment } from "../ui/formatTime.ts";

/** States of a story on the screen. The store has fewer states: "submitted", for example, is a draft there. */
export type StoryStatus =
  | "draft"
  | "submitted"
  | "scheduled"
  | "overdue"
  | "published"
  | "changed"
  | "withdrawn"
  | "expired";

/** States in which a story waits for somebody to act. */
export const NEEDS_SOMEBODY: ReadonlySet<StoryStatus> = new Set(["submitted", "overdue", "changed"]);

interface Stateful extends Pick<StoryView, "state" | "overdue"> {
  /** Null if the story was not submitted. */
  submission: unknown;
}

/** @param isChanged true if the working copy differs from what readers see */
export function getStatus({ state, overdue, submission }: Stateful, isChanged: boolean): StoryStatus {
  if (overdue !== null) return "overdue";
  if (state === "draft" && submission) return "submitted";
  if (state === "published" && isChanged) return "changed";
  return state;
}

interface Dated extends Pick<StoryView, "overdue" | "publishAt" | "publishedAt"> {
  submittedAt: string | null | undefined;
  /** Absent if the text should name only the time of publication. */
  updatedAt?: string | null | undefined;
  correctedAt?: string | null | undefined;
  /** Name of the person who submitted the story; absent if the text should not name the person. */
  submittedBy?: string | undefined;
}

/** Describes a story's state in a short text, such as "Scheduled for Nov. 27, 2026, 6:30 a.m." */
export function useStatusText(
  status: StoryStatus,
  { overdue, publishAt, publishedAt, submittedAt, submittedBy, updatedAt, correctedAt }: Dated,
): string {
  const { states } = getTexts().stories;
  const toMoment = useMoment();
  const format = (at: string | null | undefined) => (at ? toMoment(at) : "");
  switch (status) {
    case "submitted":
      return submittedBy ? states.submittedBy(submittedBy, format(submittedAt)) : states.submitted(format(submittedAt));
    case "scheduled":
      return states.scheduled(format(publishAt));
    case "overdue":
      return states.overdue(overdue ?? "");
    case "published":
      // A correction also counts as an update.
      if (correctedAt && correctedAt >= (updatedAt ?? "")) return states.corrected(format(correctedAt));
      return updatedAt ? states.updated(format(updatedAt)) : states.published(format(publishedAt));
    default:
      return states[status];
  }
}

/** Actions that a story's screen offers. The flags only hide actions that the server would reject. */
export interface Permissions {
  canEdit: boolean;
  /** Reason why the person can't edit the story; null if editing is allowed. */
  reason: string | null;
  canPublish: boolean;
  canSubmit: boolean;
  canReturn: boolean;
  canWithdraw: boolean;
  canDiscard: boolean;
  canDelete: boolean;
}

export function getPermissions(story: StoryView, { capabilities }: MyEdition, isChanged: boolean): Permissions {
  const { state, submission } = story;
  const canPublish = capabilities.includes("publish");
  const isDraft = state === "draft";
  const reason = canPublish || isDraft ? null : explainReadOnly(state);
  return {
    canEdit: reason === null,
    reason,
    canPublish,
    canSubmit: !canPublish && isDraft && capabilities.includes("submit"),
    canReturn: isDraft && submission !== null && capabilities.includes("review"),
    canWithdraw: state === "published" && capabilities.includes("withdraw"),
    canDiscard: reason === null && story.published !== null && isChanged,
    canDelete: isDraft && reason === null,
  };
}

function explainReadOnly(state: StoryView["state"]): string {
  const { readOnly } = getTexts().story;
  if (state === "published") return readOnly.published;
  return state === "scheduled" ? readOnly.scheduled : readOnly.ended;
}
