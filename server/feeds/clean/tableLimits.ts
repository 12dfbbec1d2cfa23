import type { Tag } from "sanitize-html";
import { MAX_CELLS, MAX_COLUMNS } from "../../../core/markdown/tableLimits.ts";
import type { Attributes } from "./urls.ts";

/**
 * Creates the filter that limits the size of the tables in one text. Excess cells become `span` elements. Browsers show
 * the text of these elements in front of the table.
 */
export function createTableLimits() {
  let cells = 0;
  let columns = 0;
  return {
    startRow(tagName: string, attribs: Attributes): Tag {
      columns = 0;
      return { tagName, attribs };
    },
    limitCell(tagName: string, { colspan, rowspan, ...attribs }: Attributes): Tag {
      cells++;
      columns++;
      if (cells > MAX_CELLS || columns > MAX_COLUMNS) return { tagName: "span", attribs: {} };
      const spans = { ...limitSpan("colspan", colspan), ...limitSpan("rowspan", rowspan) };
      return { tagName, attribs: { ...attribs, ...spans } };
    },
  };
}

function limitSpan(name: "colspan" | "rowspan", value: string | undefined): Attributes {
  const span = Number.parseInt(value ?? "", 10);
  return span > 1 ? { [name]: String(Math.min(span, MAX_COLUMNS)) } : {};
}
