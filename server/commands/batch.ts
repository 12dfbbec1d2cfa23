import { text } from "node:stream/consumers";
import { z } from "zod";

/** What a command that works on many things at once was given is no JSON array of strings. */
export class BatchError extends Error {
  override name = "BatchError";
}

/**
 * Reads a JSON array of strings.
 *
 * @throws {BatchError} where the input is anything else
 */
export async function readBatch(input: AsyncIterable<Uint8Array>): Promise<string[]> {
  const source = await text(input);
  try {
    return z.array(z.string()).parse(JSON.parse(source));
  } catch {
    throw new BatchError(
      `Standard input must be a JSON array of strings; it begins with ${JSON.stringify(source.slice(0, 40))}.`,
    );
  }
}
