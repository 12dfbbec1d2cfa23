import { useMemo } from "react";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./ComparisonView.module.css";
import { compareContents, type Piece, type Row } from "./compareContents.ts";

interface ComparisonViewProps {
  before: CopyContent;
  after: CopyContent;
  beforeName: string;
  afterName: string;
}

/** Number of equal blocks to show on each side of a change. Longer runs are folded. */
const CONTEXT = 1;

/** Shows two texts side by side, or one below the other on a phone, with the changed words marked. */
export function ComparisonView({ before, after, beforeName, afterName }: ComparisonViewProps) {
  const comparison = useMemo(() => compareContents(before, after), [before, after]);
  const texts = getTexts().versions;
  if (comparison.isSame) return <p role="status">{texts.same}</p>;
  return (
    <div className={css.comparison}>
      <div className={css.names}>
        <h4>{beforeName}</h4>
        <h4>{afterName}</h4>
      </div>
      {comparison.fields.map(({ name, row }) => (
        <section key={name}>
          <h4 className={css.field}>{texts.fields[name]}</h4>
          <RowView row={row} />
        </section>
      ))}
      {comparison.fields.length > 0 && <h4 className={css.field}>{texts.text}</h4>}
      {foldRows(comparison.blocks).map((part, index) =>
        "count" in part ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison do not change
          <p key={index} className={css.folded}>
            {texts.folded(part.count)}
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison do not change
          <RowView key={index} row={part} />
        ),
      )}
    </div>
  );
}

function RowView({ row: { before, after, isChanged } }: { row: Row }) {
  const language = getTexts().versions;
  if (!isChanged) return <p className={css.same}>{after?.map(({ text }) => text).join("")}</p>;
  return (
    <div className={css.row}>
      <p className={css.side}>
        {before ? before.map(toMark("del")) : <span className={css.none}>{language.none}</span>}
      </p>
      <p className={css.side}>{after ? after.map(toMark("ins")) : <span className={css.none}>{language.none}</span>}</p>
    </div>
  );
}

function toMark(Tag: "del" | "ins") {
  return ({ text, isChanged }: Piece, index: number) =>
    isChanged ? <Tag key={index}>{text}</Tag> : <span key={index}>{text}</span>;
}

/** Replaces each run of equal blocks that are not near a change with the number of these blocks. */
function foldRows(rows: readonly Row[]): (Row | { count: number })[] {
  const isNear = (index: number) =>
    rows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((row) => row.isChanged);
  const parts: (Row | { count: number })[] = [];
  for (const [index, row] of rows.entries()) {
    const last = parts.at(-1);
    if (isNear(index)) parts.push(row);
    else if (last && "count" in last) last.count++;
    else parts.push({ count: 1 });
  }
  return parts;
}
