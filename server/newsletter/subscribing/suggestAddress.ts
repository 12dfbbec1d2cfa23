import { trimEndChars } from "../../../core/trim.ts";
import { getDomain, toEnvelopeAddress } from "./mailAddress.ts";

/** The most common mail domains. */
const WELL_KNOWN = [
  "gmail.com",
  "googlemail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "comcast.net",
  "protonmail.com",
  "verizon.net",
  "sbcglobal.net",
  "bellsouth.net",
  "rocketmail.com",
  "fastmail.com",
];

/**
 * Short domains. One wrong, missing or extra letter often makes another real domain, such as aon.com, which is left as
 * typed. Swapped letters and wrong endings are corrected.
 */
const SHORT = ["aol.com", "msn.com", "live.com", "att.net", "me.com", "mac.com"];

/** Real domains that differ from a well-known domain by one letter. */
const REAL = new Set(["mail.com", "email.com", "ymail.com", "gmail.co", "yahoo.co", "hotmail.co", "outlook.co"]);

const ENDINGS = /\.(con|cmo|ocm|cm|om|vom|xom|cim|comm|coom|nte|ent|ner)$/;

/**
 * If the domain of the typed address misspells a well-known domain (gmial.com), returns the corrected address;
 * otherwise null.
 */
export function suggestAddress(email: string): string | null {
  const [, local, typed] = email.trim().match(/^([^\s@]+)@([^@]+)$/) ?? [];
  if (!local || !typed) return null;
  const cleaned = trimEndChars(typed.replaceAll(",", ".").replace(/\s/g, ""), /\./);
  const domain = getDomain(toEnvelopeAddress(`x@${cleaned}`)).toLowerCase();
  const meant = findMeantDomain(domain, typed.includes(","));
  return meant === null || typed.toLowerCase() === meant ? null : `${local}@${meant}`;
}

function findMeantDomain(domain: string, hasComma: boolean): string | null {
  const all = [...WELL_KNOWN, ...SHORT];
  if (all.includes(domain) || (REAL.has(domain) && !hasComma)) return domain;
  const corrected = domain.replace(ENDINGS, (ending) => (/n/.test(ending) && ending !== ".con" ? ".net" : ".com"));
  return (
    all.find((name) => name === corrected || name.split(".")[0] === domain || name.replace(".", "") === domain) ??
    WELL_KNOWN.find((name) => isOneEditAway(name, domain)) ??
    WELL_KNOWN.find((name) => corrected !== domain && isOneEditAway(name, corrected)) ??
    SHORT.find((name) => isSwapped(name, domain)) ??
    null
  );
}

/** Returns true if at most one letter is missing, extra or wrong, or if two adjacent letters are swapped. */
function isOneEditAway(right: string, typed: string): boolean {
  if (Math.abs(right.length - typed.length) > 1) return false;
  let at = 0;
  while (at < right.length && right[at] === typed[at]) at++;
  return (
    right.slice(at + 1) === typed.slice(at + 1) ||
    right.slice(at) === typed.slice(at + 1) ||
    right.slice(at + 1) === typed.slice(at) ||
    isSwapped(right, typed)
  );
}

function isSwapped(right: string, typed: string): boolean {
  return [...right].some(
    (_, at) => right.slice(0, at) + (right[at + 1] ?? "") + right[at] + right.slice(at + 2) === typed,
  );
}
