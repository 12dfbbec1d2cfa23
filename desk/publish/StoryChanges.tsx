import { type Change, diffWordsWithSpace } from "diff";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./publish.module.css";

/** Words on each side of a change that stay in sight. */
const CONTEXT = 60;

const TEXTS = ["title", "deck", "body"] as const;
const FIELDS = ["sections", "byline", "place", "topics", "image"] as const;
const OTHERS = ["language", "canonical", "sponsor", "expiresAt"] as const;

/** Shows the words of a story that changed, and names the fields that did. */
export function StoryChanges({ before, after }: { before: CopyContent; after: CopyContent }) {
  const texts = getTexts().publish.how;
  const differs = (name: keyof CopyContent) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const fields = [...FIELDS.filter(differs), ...(OTHERS.some(differs) ? (["other"] as const) : [])];
  const changed = TEXTS.filter(differs);
  if (changed.length + fields.length === 0) return <p className={css.note}>{texts.unchanged}</p>;
  return (
    <div className={css.changes}>
      {changed.map((name) => (
        <p key={name}>
          <b>{texts.fields[name]}</b> <Words before={before[name]} after={after[name]} />
        </p>
      ))}
      {fields.length > 0 && <p>{fields.map((name) => texts.fields[name]).join(", ")}</p>}
    </div>
  );
}

function Words({ before, after }: { before: string; after: string }) {
  const parts = diffWordsWithSpace(before, after);
  return parts.map((part, index) => {
    // Parts have no other identity, and are drawn once.
    const key = index;
    if (part.added) return <ins key={key}>{part.value}</ins>;
    if (part.removed) return <del key={key}>{part.value}</del>;
    return <span key={key}>{shorten(part, index === 0, index === parts.length - 1)}</span>;
  });
}

/** Leaves out the middle of a text between two changes. */
function shorten({ value }: Change, isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? "" : value.slice(0, CONTEXT);
  const tail = isLast ? "" : value.slice(-CONTEXT);
  return value.length <= 2 * CONTEXT ? value : `${head} … ${tail}`;
}
