import { type ReactNode, useId, useRef } from "react";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { DETAILS_BUTTON } from "../ui/focusField.ts";
import markCss from "../ui/Mark.module.css";
import css from "./StoryBar.module.css";
import type { StoryContext } from "./storyContext.ts";
import { NEEDS_SOMEBODY, useStatusText } from "./storyStatus.ts";
import { useIsWide } from "./useIsWide.ts";

interface StoryBarProps {
  context: StoryContext;
  /** The state of saving, which the bar shows. */
  children: ReactNode;
}

/** Bar above a story, with the story's state and the actions for the story. */
export function StoryBar({ context, children }: StoryBarProps) {
  const { story, status, permissions, openDialog } = context;
  const { actions } = getTexts().story;
  const isWide = useIsWide();
  const { at: submittedAt, by: submittedBy } = story.submission ?? {};
  const stateText = useStatusText(status, { ...story, submittedAt, submittedBy });
  const openComments = story.comments.filter(({ resolvedBy }) => resolvedBy === null).length;
  return (
    <header className={css.bar}>
      <div className={css.line}>
        <p className={`${css.state} ${NEEDS_SOMEBODY.has(status) ? markCss.mark : ""}`}>{stateText}</p>
        <div className={css.saving}>{children}</div>
      </div>
      <div className={css.actions}>
        {!isWide && (
          <Button
            id={DETAILS_BUTTON}
            look="quiet"
            className={css.details}
            aria-label={actions.details(openComments)}
            onClick={() => openDialog("details")}
          >
            {actions.details(0)}
            {openComments > 0 && ` (${openComments})`}
          </Button>
        )}
        <Button className={css.onlyWide} onClick={() => openDialog("preview")}>
          {actions.preview}
        </Button>
        {permissions.canSubmit && (
          <Button look="strong" onClick={() => openDialog("submit")}>
            {status === "submitted" ? actions.submitAgain : actions.submit}
          </Button>
        )}
        {permissions.canPublish && (
          <Button look="strong" onClick={() => openDialog("publish")}>
            {getPublishText(story.state)}
          </Button>
        )}
        <MoreActions context={context} />
      </div>
    </header>
  );
}

function getPublishText(state: StoryContext["story"]["state"]): string {
  const { actions } = getTexts().story;
  if (state === "published") return actions.update;
  return state === "scheduled" ? actions.schedule : actions.publish;
}

function MoreActions({ context: { story, permissions, openDialog } }: { context: StoryContext }) {
  const { actions } = getTexts().story;
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const items = [
    { dialog: "preview", isShown: true },
    { dialog: "versions", isShown: true },
    { dialog: "return", isShown: permissions.canReturn },
    { dialog: "discard", isShown: permissions.canDiscard },
    { dialog: "withdraw", isShown: permissions.canWithdraw },
    { dialog: "shortcuts", isShown: true },
    { dialog: "delete", isShown: permissions.canDelete },
  ] as const;
  return (
    <>
      <Button className={css.more} aria-label={actions.more} title={actions.more} popoverTarget={id}>
        <span aria-hidden="true">⋯</span>
      </Button>
      <div ref={menu} id={id} popover="auto" className={css.menu}>
        {story.state === "published" && (
          <a href={story.url} target="_blank" rel="noreferrer">
            {actions.view}
          </a>
        )}
        {items
          .filter(({ isShown }) => isShown)
          .map(({ dialog }) => (
            <button
              key={dialog}
              type="button"
              className={css[dialog]}
              onClick={() => {
                menu.current?.hidePopover();
                openDialog(dialog);
              }}
            >
              {actions[dialog]}
            </button>
          ))}
      </div>
    </>
  );
}
