import type { Config } from "../../config.ts";
import type { Edition } from "../../editions/loading/load.ts";
import type { ProbeResponse } from "../../net/probe.ts";
import type { Database } from "../../store/schema/schema.ts";
import type { Report } from "./readyz.ts";

/** Result of a check, in sentences for operators. */
export interface Finding {
  /**
   * State of the checked part: "unknown" if it could not be checked, for example without a network. Only "fault" makes
   * the command exit with 1.
   */
  state: "ok" | "warning" | "fault" | "unknown";
  sentence: string;
  /** Instruction to the operator that resolves the warning or fault. */
  remedy?: string;
}

/** Input of the checks. A part that could not be read is null, and a finding tells the reason. */
export interface Patient {
  config: Config;
  editions: readonly Edition[];
  database: Database | null;
  /** SITE_URL, or else the public address of the default edition; undefined if neither is set. */
  siteUrl: string | undefined;
  /** Report of the server on this machine; null if no server responds. */
  report: Report | null;
  /** Requests the site at its public address. All checks share one request. */
  probeSite(): Promise<ProbeResponse>;
}

/** A check of one part of the installation. */
export interface Check {
  subject: string;
  run(patient: Patient): Promise<Finding | Finding[]>;
}

export const ok = (sentence: string): Finding => ({ state: "ok", sentence });
export const unknown = (sentence: string): Finding => ({ state: "unknown", sentence });
export const warning = (sentence: string, remedy: string): Finding => ({ state: "warning", sentence, remedy });
export const fault = (sentence: string, remedy: string): Finding => ({ state: "fault", sentence, remedy });

/** Returns an error's message, or its code if the message is empty. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}

/** Runs a check. Never throws or hangs: an error or a timeout becomes a finding. */
export async function runCheck({ subject, run }: Check, patient: Patient, limitMs: number): Promise<Finding[]> {
  const { promise, resolve } = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => resolve(unknown(`No result from ${subject} within ${limitMs / 1000} s.`)), limitMs);
  try {
    return [await Promise.race([run(patient), promise])].flat();
  } catch (error) {
    return [fault(`Failed to check ${subject}: ${reasonOf(error)}`, "Correct this, and run doctor again.")];
  } finally {
    clearTimeout(timer);
  }
}
