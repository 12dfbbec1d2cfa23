/** Lines of a table for a terminal: columns as wide as their widest cell, the last as long as it is. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const last = head.length - 1;
  return all.map((row) =>
    row.map((cell, column) => (column === last ? cell : cell.padEnd(widths[column] ?? 0))).join("  "),
  );
}
