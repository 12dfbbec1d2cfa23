import { mailboxOf } from "./address.ts";

/** Where most mailboxes are. */
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

/** These are too short for one letter to tell them from others; only turned letters and wrong endings are looked for. */
const SHORT = ["aol.com", "msn.com", "live.com", "att.net", "me.com", "mac.com"];

/** One letter from a well-known one, and real. */
const REAL = new Set(["mail.com", "email.com", "ymail.com", "gmail.co", "yahoo.co", "hotmail.co", "outlook.co"]);

const ENDINGS = /\.(con|cmo|ocm|cm|om|vom|xom|cim|comm|coom|nte|ent|ner)$/;

/**
 * What somebody probably meant who mistyped a well-known domain, such as gmial.com.
 *
 * @param email what was typed, right or not
 * @returns the whole address; null where nothing is close
 */
export function suggestAddress(email: string): string | null {
  const [, local, typed] = email.trim().match(/^([^\s@]+)@([^@]+)$/) ?? [];
  if (!local || !typed) return null;
  const domain = mailboxOf(`x@${typed.replaceAll(",", ".").replace(/\s/g, "").replace(/\.+$/, "")}`)
    .slice(2)
    .toLowerCase();
  const all = [...WELL_KNOWN, ...SHORT];
  if (all.includes(domain) || (REAL.has(domain) && !typed.includes(",")))
    return domain === typed ? null : asked(domain);
  const ended = domain.replace(ENDINGS, (ending) => (/n/.test(ending) && ending !== ".con" ? ".net" : ".com"));
  const meant =
    all.find((name) => name === ended || name.split(".")[0] === domain || name.replace(".", "") === domain) ??
    WELL_KNOWN.find((name) => isOneStepFrom(name, domain)) ??
    WELL_KNOWN.find((name) => ended !== domain && isOneStepFrom(name, ended)) ??
    SHORT.find((name) => isTurned(name, domain));
  return meant ? asked(meant) : null;

  function asked(name: string): string | null {
    return typed?.toLowerCase() === name ? null : `${local}@${name}`;
  }
}

/** Whether one letter is missing, too many or another, or two stand the wrong way round. */
function isOneStepFrom(right: string, typed: string): boolean {
  if (Math.abs(right.length - typed.length) > 1) return false;
  let at = 0;
  while (at < right.length && right[at] === typed[at]) at++;
  const rest = (text: string, from: number) => text.slice(from);
  return (
    rest(right, at + 1) === rest(typed, at + 1) ||
    rest(right, at) === rest(typed, at + 1) ||
    rest(right, at + 1) === rest(typed, at) ||
    isTurned(right, typed)
  );
}

function isTurned(right: string, typed: string): boolean {
  return [...right].some(
    (_, at) => right.slice(0, at) + (right[at + 1] ?? "") + right[at] + right.slice(at + 2) === typed,
  );
}
