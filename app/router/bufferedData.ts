import { text } from "node:stream/consumers";
import type { EntryContext } from "react-router";

/**
 * Returns a context whose loader data has been read from the stream. With an unread stream, React Router would suspend
 * to read the data. React Router finds the results in `renderMeta.streamCache`, which is undocumented.
 */
export async function withBufferedData(context: EntryContext): Promise<EntryContext> {
  const { serverHandoffStream: stream } = context;
  if (!stream) return context;
  const results = [
    { done: false, value: await text(stream) },
    { done: true, value: "" },
  ];
  const streamCache = { ...results.map((result) => Object.assign(Promise.resolve(), { result })) };
  return { ...context, serverHandoffStream: new ReadableStream(), renderMeta: { ...context.renderMeta, streamCache } };
}
