/** Maximum number of rows or keys per statement, since databases limit the number of parameters. */
const BATCH_SIZE = 500;

/** Splits a list into parts that each fit into one statement. */
export function* toBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE);
}
