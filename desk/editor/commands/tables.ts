import type { Command } from "prosemirror-state";
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  selectedRect,
} from "prosemirror-tables";
import type { Alignment } from "../../../core/markdown/blocks.ts";

/** Moves to the next cell. In the last cell of a table, adds a row first. */
export const goToNextCellOrRow: Command = (state, dispatch, view) => {
  if (goToNextCell(1)(state, dispatch)) return true;
  if (!isInTable(state)) return false;
  if (!dispatch || !view) return true;
  addRowAfter(state, dispatch);
  return goToNextCell(1)(view.state, dispatch);
};

function alignColumns(alignment: Alignment): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false;
    const { map, tableStart, left, right, table } = selectedRect(state);
    const { tr } = state;
    for (const place of new Set(map.cellsInRect({ left, right, top: 0, bottom: map.height })))
      if (table.nodeAt(place)?.attrs.alignment !== alignment)
        tr.setNodeAttribute(tableStart + place, "alignment", alignment);
    dispatch?.(tr);
    return true;
  };
}

/** Commands for tables, by the names of their buttons. */
export const TABLE_COMMANDS = {
  rowAbove: addRowBefore,
  rowBelow: addRowAfter,
  deleteRow,
  columnBefore: addColumnBefore,
  columnAfter: addColumnAfter,
  deleteColumn,
  alignLeft: alignColumns("left"),
  alignCenter: alignColumns("center"),
  alignRight: alignColumns("right"),
  alignNone: alignColumns(null),
  deleteTable,
} satisfies Record<string, Command>;
