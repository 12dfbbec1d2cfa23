import { useMemo } from "react";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { getThumbnail } from "../images/uploadImage.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./ComparisonView.module.css";
import { compareContents, type Piece, type Row, type Side } from "./compareContents.ts";

interface ComparisonViewProps {
  before: CopyContent;
  after: CopyContent;
  beforeName: string;
  afterName: string;
}

/** Number of equal blocks to show on each side of a change. Longer runs are folded. */
const CONTEXT = 1;

/** Two texts side by side, one under the other on a phone, with the words that changed. */
export function ComparisonView({ before, after, beforeName, afterName }: ComparisonViewProps) {
  const comparison = useMemo(() => compareContents(before, after), [before, after]);
  const texts = getTexts().versions;
  const shared = { beforeName, afterName };
  if (comparison.isSame) return <p role="status">{texts.same}</p>;
  return (
    <div className={css.comparison}>
      {/* Hidden from screen readers, since each side of a row also contains its name. Phones show only the names in
          rows. */}
      <div className={css.names} aria-hidden="true">
        <span>{beforeName}</span>
        <span>{afterName}</span>
      </div>
      {comparison.fields.map(({ name, row }) => (
        <section key={name}>
          <h4 className={css.field}>{texts.fields[name]}</h4>
          <RowView row={row} {...shared} />
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
          <RowView key={index} row={part} {...shared} />
        ),
      )}
    </div>
  );
}

interface RowViewProps extends Pick<ComparisonViewProps, "beforeName" | "afterName"> {
  row: Row;
}

function RowView({ row: { before, after, isChanged }, beforeName, afterName }: RowViewProps) {
  if (!isChanged)
    return (
      <div className={css.same}>
        <SideView side={after} mark="ins" />
      </div>
    );
  return (
    <div className={css.row}>
      <div className={css.side}>
        <p className={css.name}>{beforeName}</p>
        <SideView side={before} mark="del" />
      </div>
      <div className={css.side}>
        <p className={css.name}>{afterName}</p>
        <SideView side={after} mark="ins" />
      </div>
    </div>
  );
}

function SideView({ side, mark }: { side: Side | undefined; mark: "del" | "ins" }) {
  const { versions, images } = getTexts();
  const edition = useEdition();
  if (!side) return <p className={css.none}>{versions.none}</p>;
  const { words, image } = side;
  if (!image) return <p>{words.map(toMark(mark))}</p>;
  const thumbnail = getThumbnail(edition.id, image.src, 320);
  return (
    <figure className={css.image} data-changed={image.isChanged ? mark : undefined}>
      {thumbnail ? <img src={thumbnail} alt="" /> : <p>{image.src}</p>}
      <dl>
        <dt>{images.alt}</dt>
        <dd>{image.alt.length > 0 ? image.alt.map(toMark(mark)) : images.noAlt}</dd>
        {words.length > 0 && <dt>{images.caption}</dt>}
        {words.length > 0 && <dd>{words.map(toMark(mark))}</dd>}
      </dl>
    </figure>
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
