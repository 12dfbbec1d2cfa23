import { join } from "node:path";
import { startFeedHost } from "../tests/support/feedHost.ts";
import { generatedFeed } from "./generatedFeed.ts";

/** The feed host in a process of its own, so that what it costs is not counted with what is measured. */

export type HostOrder =
  | { kind: "recorded"; folder: string; files: string[] }
  | { kind: "generated"; count: number }
  /** One in so many of the generated feeds gets a story more. */
  | { kind: "change"; oneIn: number };

const host = await startFeedHost(0, "0.0.0.0");
process.on("disconnect", () => process.exit());
let generated = 0;

process.on("message", (order: HostOrder) => {
  if (order.kind === "recorded")
    for (const file of order.files)
      host.serveFile(`/${file}`, join(order.folder, file), file.endsWith(".json") ? "application/json" : undefined);
  if (order.kind === "generated") {
    generated = order.count;
    for (let index = 0; index < generated; index++) host.serve(`/${index}.xml`, { body: generatedFeed(index, 0) });
  }
  if (order.kind === "change")
    for (let index = 0; index < generated; index += order.oneIn)
      host.serve(`/${index}.xml`, { body: generatedFeed(index, 1) });
  process.send?.({ port: Number(host.allowed.split(":")[1]) });
});
