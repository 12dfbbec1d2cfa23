import { existsSync } from "node:fs";
import { type Config, ConfigError, readConfig } from "../../config.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { type ProbeResponse, probe } from "../../net/probe.ts";
import { getStorePath, openDatabase } from "../../store/open.ts";
import type { Database } from "../../store/schema/schema.ts";
import { print, readServedEditions } from "../command.ts";
import { DESK_CHECK } from "./deskCheck.ts";
import { type Finding, fault, type Patient, reasonOf, runCheck } from "./finding.ts";
import { MACHINE_CHECKS } from "./machineChecks.ts";
import { readReport } from "./readyz.ts";
import { FORGED_CLIENT, SITE_CHECKS } from "./siteChecks.ts";
import { SITE_DATA_CHECKS } from "./siteDataChecks.ts";

const CHECKS = [...MACHINE_CHECKS, ...SITE_DATA_CHECKS, ...SITE_CHECKS, DESK_CHECK];
/** Time limit of a check, in ms. Checks run at the same time. */
const LIMIT_MS = 30_000;
const PROBE_TIMEOUT_MS = 10_000;
const MARKS: Record<Finding["state"], string> = { ok: "ok", warning: "WARNING", fault: "FAULT", unknown: "unknown" };

/**
 * `npx broadsheet doctor`: checks this machine, and prints each finding with the remedy. Returns 1 if there is a fault.
 *
 * @param environment variables, including those of the environment file
 */
export async function runDoctor(environment: Record<string, string | undefined>): Promise<number> {
  const { config, findings } = readValidConfig(environment);
  const [editions, database, report] = await Promise.all([
    readEditions(config, findings),
    openStore(config, findings),
    readReport(config).catch(() => null),
  ]);
  const isDefault = (edition: Edition) => edition.default || editions.length === 1;
  const main = editions.find(isDefault) ?? editions[0];
  const siteUrl = config.SITE_URL ?? main?.url;
  let site: Promise<ProbeResponse> | undefined;
  const patient: Patient = {
    config,
    editions,
    database,
    siteUrl,
    report,
    probeSite() {
      const headers = { "X-Forwarded-For": FORGED_CLIENT };
      site ??= probe(`${siteUrl}/healthz?client`, PROBE_TIMEOUT_MS, { headers });
      return site;
    },
  };
  for (const { subject, finding } of findings) printFinding(subject, finding);
  const results = await Promise.all(CHECKS.map((check) => runCheck(check, patient, LIMIT_MS)));
  for (const [index, found] of results.entries())
    for (const finding of found) printFinding(CHECKS[index]?.subject ?? "", finding);
  await database?.destroy();
  const all = [...findings.map(({ finding }) => finding), ...results.flat()];
  const count = (state: Finding["state"]) => all.filter((finding) => finding.state === state).length;
  print(`\nFaults: ${count("fault")}, warnings: ${count("warning")}, not checked: ${count("unknown")}.`);
  return count("fault") > 0 ? 1 : 0;
}

interface NamedFinding {
  subject: string;
  finding: Finding;
}

function printFinding(subject: string, { state, sentence, remedy }: Finding): void {
  print(`${MARKS[state].padEnd(7)}  ${subject}: ${sentence}`);
  if (remedy) print(`${" ".repeat(9)}→ ${remedy}`);
}

/** Reads the settings. An invalid setting becomes a finding, and its default is used. */
function readValidConfig(environment: Record<string, string | undefined>): {
  config: Config;
  findings: NamedFinding[];
} {
  try {
    return { config: readConfig(environment), findings: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split("\n");
    const valid = { ...environment };
    for (const line of lines) delete valid[line.slice(0, line.indexOf(":"))];
    const findings = lines.map((line) => ({
      subject: "settings",
      finding: fault(line, "Correct it in /etc/broadsheet.env; the server does not start until then."),
    }));
    return { config: readConfig(valid), findings };
  }
}

async function readEditions(config: Config, findings: NamedFinding[]): Promise<Edition[]> {
  const add = (sentence: string, remedy = "broadsheet check names all mistakes.") =>
    findings.push({ subject: "editions", finding: fault(sentence, remedy) });
  try {
    const { editions, broken } = await readServedEditions(config);
    for (const line of broken.flatMap((edition) => edition.faults)) add(line);
    if (config.EXAMPLES === "off" && config.EDITIONS.length === 0 && editions.some((edition) => edition.example))
      add("There are only examples, which are not published.", "Run broadsheet setup, or name one in EDITIONS.");
    return editions;
  } catch (error) {
    add(reasonOf(error));
    return [];
  }
}

async function openStore(config: Config, findings: NamedFinding[]): Promise<Database | null> {
  const add = (sentence: string, remedy: string) =>
    findings.push({ subject: "store", finding: fault(sentence, remedy) });
  const path = getStorePath(config.DATABASE_URL);
  if (path && !existsSync(path)) {
    add(`${path}: there is no such database.`, "Start the server, which creates it, or correct DATABASE_URL.");
    return null;
  }
  try {
    return await openDatabase(config.DATABASE_URL, { mayMigrate: false });
  } catch (error) {
    add(reasonOf(error), "Run broadsheet migrate if migrations are missing; otherwise restore the last backup.");
    return null;
  }
}
