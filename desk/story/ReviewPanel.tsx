import { useState } from "react";
import type { StoryComment, StoryView } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Fault } from "../ui/Fault.tsx";
import { useMoment } from "../ui/formatTime.ts";
import { TextField } from "../ui/TextField.tsx";
import { useSending } from "../ui/useSending.ts";
import css from "./ReviewPanel.module.css";
import type { StoryContext } from "./storyContext.ts";

/** Shows the note of the submission, and the comments on a story. */
export function ReviewPanel({ context, isFirst }: { context: StoryContext; isFirst: boolean }) {
  const { story, edition, onStory } = context;
  const texts = getTexts().story.review;
  const format = useMoment();
  const { submission, comments } = story;
  const open = comments.filter(({ resolvedBy }) => resolvedBy === null);
  const resolved = comments.filter(({ resolvedBy }) => resolvedBy !== null);
  return (
    <div className={`${css.panel} ${isFirst ? css.first : css.last}`}>
      {submission?.note && (
        <div className={css.submission}>
          <h3>{getTexts().story.submit.note}</h3>
          <blockquote>{submission.note}</blockquote>
        </div>
      )}
      <details open={submission !== null || comments.length > 0}>
        <summary>
          <h2>{texts.comments}</h2>
        </summary>
        {comments.length === 0 && <p className={css.hint}>{texts.noComments}</p>}
        <ol>
          {open.map((comment) => (
            <Comment key={comment.id} comment={comment} at={format(comment.at)} context={context} />
          ))}
        </ol>
        {resolved.length > 0 && (
          <details>
            <summary>{texts.showResolved(resolved.length)}</summary>
            <ol>
              {resolved.map((comment) => (
                <Comment key={comment.id} comment={comment} at={format(comment.at)} context={context} />
              ))}
            </ol>
          </details>
        )}
        <NewComment edition={edition.id} story={story} onStory={onStory} />
      </details>
    </div>
  );
}

interface CommentProps {
  comment: StoryComment;
  at: string;
  context: StoryContext;
}

function Comment({ comment: { id, by, text, resolvedBy }, at, context }: CommentProps) {
  const { edition, story, onStory } = context;
  const texts = getTexts().story.review;
  const { send, isSending, error } = useSending();
  const param = { edition: edition.id, id: String(story.id), comment: String(id) };
  const resolve = () =>
    send(async (key) =>
      onStory(
        await call((api) =>
          api[":edition"].stories[":id"].comments[":comment"].resolve.$post({ param, json: { key } }),
        ),
      ),
    );
  return (
    <li>
      <p className={css.meta}>
        <strong>{by}</strong> {at}
      </p>
      <p className={css.text}>{text}</p>
      {resolvedBy === null ? (
        <Button look="quiet" aria-label={texts.resolveLabel(by)} disabled={isSending} onClick={resolve}>
          {texts.resolve}
        </Button>
      ) : (
        <p className={css.meta}>{texts.resolved(resolvedBy)}</p>
      )}
      <Fault text={error} />
    </li>
  );
}

interface NewCommentProps {
  edition: string;
  story: StoryView;
  onStory(story: StoryView): void;
}

function NewComment({ edition, story, onStory }: NewCommentProps) {
  const texts = getTexts().story.review;
  const [text, setText] = useState("");
  const { send, isSending, error } = useSending();
  const add = () =>
    send(async (key) => {
      const json = { key, text: text.trim() };
      const param = { edition, id: String(story.id) };
      onStory(await call((api) => api[":edition"].stories[":id"].comments.$post({ param, json })));
      setText("");
    });
  return (
    <>
      <TextField label={texts.add} error={error} rows={2} maxLength={5000} value={text} onChange={setText} />
      <Button disabled={isSending || text.trim() === ""} onClick={add}>
        {texts.addButton}
      </Button>
    </>
  );
}
