/** A row of a CSV file, and the line of the file on which it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** Reads CSV as RFC 4180 has it. Quoted cells may hold commas, quotes and line ends; empty lines are left out. */
export function readCsv(source: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  const cell = /("(?:[^"]|"")*"?|[^",\r\n][^,\r\n]*|)[^\S\r\n]*(,|\r\n|\n|\r|$)/y;
  const text = source.replace(/^\ufeff/, "");
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const [whole = "", value = "", end] = cell.exec(text) ?? rest(text, cell);
    row.cells.push(value.startsWith('"') ? value.slice(1).replace(/"$/, "").replaceAll('""', '"') : value.trim());
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ",") continue;
    if (row.cells.some((text) => text !== "")) rows.push(row);
    row = { line, cells: [] };
    if (cell.lastIndex >= text.length) break;
  }
  return rows;
}

/** What no cell can begin with, such as text behind closing quotes, is a cell as it stands, to be found wrong later. */
function rest(text: string, cell: RegExp): [string, string, string] {
  const from = cell.lastIndex;
  const [value = "", end = ""] = text.slice(from).match(/^[^\r\n]*(\r\n|\n|\r|$)/) ?? [];
  cell.lastIndex = from + value.length;
  return [value, value.trim(), end];
}

/** A line of CSV. */
export function csvLine(cells: readonly (string | null)[]): string {
  return cells
    .map((cell) => (/[",\r\n]/.test(cell ?? "") ? `"${cell?.replaceAll('"', '""')}"` : (cell ?? "")))
    .join(",");
}
