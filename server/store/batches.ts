/** Rows or keys per statement, since databases limit the number of values. */
const BATCH_SIZE = 500;

/** Yields a list in parts that fit into one statement each. */
export function* toBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE);
}
