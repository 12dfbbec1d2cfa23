import { join } from "node:path";
import { startFeedHost } from "../tests/support/feedHost.ts";
import { generateFeed } from "./generatedFeed.ts";

/** Runs the feed host in its own process, so that its cost is not measured. Forked by startFeedHostProcess.ts. */

export type FeedHostCommand =
  | { kind: "serveFiles"; folder: string; files: string[] }
  | { kind: "serveGenerated"; count: number }
  /** Adds a story to every `every`-th generated feed. */
  | { kind: "addStories"; every: number };

const host = await startFeedHost(0, "0.0.0.0");
process.on("disconnect", () => process.exit());
let generated = 0;

process.on("message", (command: FeedHostCommand) => {
  if (command.kind === "serveFiles")
    for (const file of command.files)
      host.serveFile(`/${file}`, join(command.folder, file), file.endsWith(".json") ? "application/json" : undefined);
  if (command.kind === "serveGenerated") {
    generated = command.count;
    for (let index = 0; index < generated; index++) host.serve(`/${index}.xml`, { body: generateFeed(index, 0) });
  }
  if (command.kind === "addStories")
    for (let index = 0; index < generated; index += command.every)
      host.serve(`/${index}.xml`, { body: generateFeed(index, 1) });
  process.send?.({ port: Number(host.allowed.split(":")[1]) });
});
