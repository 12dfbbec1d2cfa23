/** A row of a CSV file. `line` is the number of the line at which it begins, from 1. */
type CsvRow = { line: number; cells: string[] };

const CELL = /(?:("(?:[^"]|"")*)(?:"[^\S\r\n]*|$)|([^",\r\n][^,\r\n]*)?)(,|\r\n|\n|\r|$)/y;
/** Matches the rest of a line, from the start of a malformed cell, such as one with text after its closing quote. */
const REST_OF_LINE = /()([^\r\n]*)(\r\n|\n|\r|$)/y;

/** Parses CSV (RFC 4180). Skips empty rows. */
export function parseCsv(source: string): CsvRow[] {
  const text = source.replace(/^\ufeff/, "");
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let position = 0;
  while (position < text.length || row.cells.length > 0) {
    const [whole = "", quoted, plain = "", end] =
      matchAt(CELL, text, position) ?? matchAt(REST_OF_LINE, text, position) ?? [];
    position += whole.length;
    row.cells.push(quoted ? quoted.slice(1).replaceAll('""', '"') : toPlainCell(plain));
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ",") continue;
    if (row.cells.some((cell) => cell !== "")) rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}

/** Returns the text of an unquoted or malformed cell. A malformed cell may begin with a quotation mark. */
function toPlainCell(value: string): string {
  return value.startsWith('"') ? value.slice(1).replace(/"$/, "").replaceAll('""', '"') : value.trim();
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

export function formatCsvLine(cells: readonly (string | null)[]): string {
  return cells
    .map((cell) => (/[",\r\n]/.test(cell ?? "") ? `"${cell?.replaceAll('"', '""')}"` : (cell ?? "")))
    .join(",");
}
