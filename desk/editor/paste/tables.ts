import { forEach, rename, unwrap } from "./dom.ts";

/** Maximum number of cells in a table. Merged cells could otherwise make the table far larger than the pasted HTML. */
const MAX_CELLS = 20_000;

/** Converts tables to the form that Markdown allows: a head, cells of one line, and no merged cells. */
export function cleanTables(root: HTMLElement): void {
  forEach<HTMLTableElement>(root, "table", (table) => {
    if (table.querySelector("table") || isLayout(table)) return unwrapTable(table);
    forEach(table, "caption", (caption) => table.before(rename(caption, "p")));
    forEach(table, "td,th", flatten);
    const cells = [...table.rows].map((row) => [...row.cells]);
    const rows = [...table.rows].map(() => root.ownerDocument.createElement("tr"));
    fill(rows, cells);
    table.replaceChildren(...rows.filter((row) => row.textContent?.trim()));
    for (const [index, row] of [...table.rows].entries())
      for (const cell of [...row.cells]) rename(cell, index === 0 ? "th" : "td");
    if (table.rows.length === 0) table.remove();
  });
}

/** Returns true for a table that only arranges text, which is common in mails. */
function isLayout(table: HTMLTableElement): boolean {
  return table.getAttribute("role") === "presentation" || [...table.rows].every(({ cells }) => cells.length < 2);
}

function unwrapTable(table: HTMLTableElement): void {
  const cells = [...table.rows].flatMap((row) => [...row.cells]);
  table.replaceWith(...cells.map((cell) => rename(cell, "div")));
}

/** Puts a cell's content on one line. */
function flatten(cell: HTMLElement): void {
  forEach(cell, "br", (line) => line.replaceWith(" "));
  forEach(cell, "p,div,li,h1,h2,h3,h4,h5,h6,pre,blockquote", (block) => {
    block.append(" ");
    unwrap(block);
  });
  forEach(cell, "ul,ol,hr", unwrap);
}

/** Fills each row with its cells. Replaces a merged cell with several cells, all empty except the first. */
function fill(rows: readonly HTMLTableRowElement[], cells: readonly (readonly HTMLTableCellElement[])[]): void {
  // A place stays undefined until a cell covers it.
  const grid: (Element | undefined)[][] = rows.map(() => []);
  let left = MAX_CELLS;
  for (const [y, row] of cells.entries()) {
    let x = 0;
    for (const cell of row) {
      while (grid[y]?.[x]) x++;
      const height = Math.min(Math.max(1, cell.rowSpan), rows.length - y);
      const width = Math.min(Math.max(1, cell.colSpan), 100);
      for (const [down, places] of grid.slice(y, y + height).entries())
        for (let across = 0; across < width && left > 0; across++, left--)
          places[x + across] = down + across === 0 ? cell : cell.ownerDocument.createElement("td");
      x += width;
    }
  }
  for (const [y, row] of rows.entries())
    row.append(...Array.from(grid[y] ?? [], (cell) => cell ?? row.ownerDocument.createElement("td")));
}
