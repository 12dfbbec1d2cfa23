import { readFile } from "node:fs/promises";
import { readReport } from "../../newsletter/bounces/report.ts";
import { takeReport } from "../../newsletter/bounces/take.ts";
import { BatchError } from "../batch.ts";
import type { Given } from "./command.ts";

/** `npx broadsheet newsletter bounces FILE`: takes a bounce or a complaint, as a mail server's pipe hands it on. */
export async function readBounce({ words, database, print }: Given): Promise<number> {
  const path = words[0] ?? "";
  const source = await readFile(path).catch(() => {
    throw new BatchError(`${path}: this file cannot be read.`);
  });
  const report = await readReport(source);
  if (!report) {
    print(`${path}: this mail is neither a delivery report nor a complaint.`);
    return 1;
  }
  const taken = await takeReport(database, report, new Date().toISOString());
  print(`${path}: ${report.kind}: ${report.words}: ${WORDS[taken]}`);
  return taken === "unknown" ? 1 : 0;
}

const WORDS = {
  suppressed: "the address gets no more mail",
  noted: "noted, and the address stays on the list",
  unknown: "it names no delivery of ours",
};
