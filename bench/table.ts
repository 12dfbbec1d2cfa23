/** Prints a table. Aligns the first column to the left and all others to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const print = (row: readonly string[]) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    process.stdout.write(`${cells.join("  ").trimEnd()}\n`);
  };
  print(head);
  print(widths.map((width) => "-".repeat(width)));
  for (const row of rows) print(row);
}

/** Formats a number without decimals, with thousands separators. */
export function formatWhole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
