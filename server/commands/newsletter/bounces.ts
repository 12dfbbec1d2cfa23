import { readFile } from "node:fs/promises";
import { applyReport } from "../../newsletter/bounces/applyReport.ts";
import { parseReport } from "../../newsletter/bounces/parseReport.ts";
import { InputError } from "../command.ts";
import type { CommandContext } from "./context.ts";

const RESULTS = {
  suppressed: "the address gets no more mail",
  noted: "recorded; the address stays subscribed",
  unknown: "no delivery of ours",
};

/** `npx broadsheet newsletter bounces FILE`: processes a bounce or a complaint, such as from a mail server's pipe. */
export async function processBounce({ argument: path, database, print }: CommandContext): Promise<number> {
  const source = await readFile(path).catch(() => {
    throw new InputError(`${path}: failed to read the file.`);
  });
  const report = await parseReport(source);
  if (!report) {
    print(`${path}: this mail is neither a delivery report nor a complaint.`);
    return 1;
  }
  const result = await applyReport(database, report, new Date().toISOString());
  print(`${path}: ${report.kind}: ${report.reason}: ${RESULTS[result]}`);
  return result === "unknown" ? 1 : 0;
}
