import { Fragment, type ReactNode, useMemo } from "react";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { getThumbnail } from "../images/uploadImage.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./ComparisonView.module.css";
import { compareContents, type Row, type Side } from "./compareContents.ts";
import type { Piece } from "./compareWords.ts";
import type { Style } from "./listRuns.ts";

interface ComparisonViewProps {
  before: CopyContent;
  after: CopyContent;
  beforeName: string;
  afterName: string;
}

/** Number of equal blocks to show before and after a change. Other equal blocks are folded. */
const CONTEXT = 1;

/** Shows two texts side by side, or one below the other on a phone, and marks the words that changed. */
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
  if (!image)
    return (
      <p>
        <Words pieces={words} mark={mark} />
      </p>
    );
  const thumbnail = getThumbnail(edition.id, image.src, 320);
  return (
    <figure className={css.image} data-changed={image.isChanged ? mark : undefined}>
      {thumbnail ? <img src={thumbnail} alt="" /> : <p>{image.src}</p>}
      <dl>
        <dt>{images.alt}</dt>
        <dd>{image.alt.length > 0 ? <Words pieces={image.alt} mark={mark} /> : images.noAlt}</dd>
        {words.length > 0 && <dt>{images.caption}</dt>}
        {words.length > 0 && (
          <dd>
            <Words pieces={words} mark={mark} />
          </dd>
        )}
      </dl>
    </figure>
  );
}

/** Elements by the style that they show. */
const ELEMENTS: Record<Style, "em" | "strong" | "s" | "code" | "sup"> = {
  em: "em",
  strong: "strong",
  strike: "s",
  code: "code",
  note: "sup",
  heading2: "strong",
  heading3: "strong",
  heading4: "strong",
};

function Words({ pieces, mark: Mark }: { pieces: readonly Piece[]; mark: "del" | "ins" }) {
  const { leadsTo } = getTexts().versions;
  return pieces.map((piece, index) => {
    const Tag = piece.isChanged ? Mark : "span";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a comparison do not change
      <Fragment key={index}>
        <Tag>{showPiece(piece)}</Tag>
        {piece.hasAddress && <span className={css.address}> {leadsTo(piece.href ?? "")}</span>}
      </Fragment>
    );
  });
}

function showPiece({ text, styles, href, label }: Piece): ReactNode {
  let shown: ReactNode = label === null ? text : <span className={css.label}>{describeLabel(label, text)}</span>;
  for (const style of styles) {
    const Element = ELEMENTS[style];
    shown = <Element className={css[style]}>{shown}</Element>;
  }
  return href === null ? shown : <span className={css.link}>{shown}</span>;
}

function describeLabel(label: NonNullable<Piece["label"]>, text: string): string {
  const { editor, images } = getTexts();
  const name = editor.tools[label];
  if (label === "image") return `${name}: ${text || images.noAlt}`;
  return label === "rule" ? name : `${name}:`;
}

/** Keeps changed rows and the rows near them. Replaces each run of other rows with the number of rows in the run. */
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
