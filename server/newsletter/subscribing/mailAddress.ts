import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { getServerTexts } from "../../../core/language/catalogs.ts";
import type { ServerTexts } from "../../../core/language/en/server.ts";
import { isPublicAddress } from "../../net/publicAddresses.ts";

/** Valid mail address. */
export interface Mailbox {
  /** The address as typed, but trimmed, in Unicode NFC, and without a final dot. */
  email: string;
  /** Key that all spellings of the address share: see `toAddressKey`. */
  key: string;
}

/** Maximum lengths that every mail server accepts, in bytes (RFC 5321, 4.5.3.1). */
const MAX_LOCAL_BYTES = 64;
const MAX_ADDRESS_BYTES = 254;

/** Patterns of the atoms and quoted strings in RFC 5321, 4.1.2, with the non-ASCII letters of RFC 6531. */
const ATEXT = /^[\w!#$%&'*+\-/=?^`{|}~\u{a1}-\u{10ffff}]+$/u;
const QUOTED = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e\u{a1}-\u{10ffff}]|\\[\x20-\x7e])*"$/u;
/** Matches control characters, line separators, surrogates, bidirectional overrides and zero-width characters. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;

/**
 * Parses a mail address as RFC 5321 defines it (dotted or quoted local part; domain or address literal). Also accepts
 * the letters that RFC 6531 adds to the local part and IDNA adds to the domain. Rejects addresses that the grammar
 * allows but no public mail server has: domains of one label (RFC 5321, 2.3.5; RFC 7085), literals of private networks,
 * and invisible characters.
 *
 * @param language language tag of the fault's text: the edition's language, or English for operators
 * @returns the address, or the fault to show to the person who typed it
 */
export function parseAddress(typed: string, language = "en"): Mailbox | { fault: string } {
  const texts = getServerTexts(language).address;
  const email = typed.trim().normalize("NFC");
  if (email === "") return { fault: texts.missing };
  if (INVISIBLE.test(email)) return { fault: texts.invisible };
  const at = email.lastIndexOf("@");
  if (at === -1) return { fault: texts.noAt };
  const local = email.slice(0, at);
  const domain = email.slice(at + 1).replace(/\.$/, "");
  const fault = findLocalFault(local, texts) ?? findDomainFault(domain, texts);
  if (fault) return { fault };
  const address = `${local}@${domain}`;
  if (Buffer.byteLength(toEnvelopeAddress(address)) > MAX_ADDRESS_BYTES)
    return { fault: texts.tooLong(MAX_ADDRESS_BYTES) };
  return { email: address, key: toAddressKey(address) };
}

/** Returns an address in the form for SMTP commands: the domain in ASCII, the local part unchanged. */
export function toEnvelopeAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at)}@${toAsciiDomain(email.slice(at + 1))}`;
}

/**
 * Returns one key for all spellings of an address: in upper or lower case, with an international domain or its ASCII
 * form, with or without unneeded quotes. Keeps dots and plus suffixes, whose meaning differs between servers.
 */
export function toAddressKey(email: string): string {
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at);
  const inner = local.startsWith('"') ? local.slice(1, -1).replace(/\\(.)/g, "$1") : local;
  return `${isDotted(inner) ? inner : JSON.stringify(inner)}@${toAsciiDomain(email.slice(at + 1))}`.toLowerCase();
}

/** Hides an address except for its first character and domain, since a link to the preferences may be forwarded. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0]}…${email.slice(at)}`;
}

export function getDomain(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

function isDotted(local: string): boolean {
  return local.split(".").every((atom) => ATEXT.test(atom));
}

function findLocalFault(local: string, texts: ServerTexts["address"]): string | undefined {
  if (local === "") return texts.nothingBefore;
  if (Buffer.byteLength(local) > MAX_LOCAL_BYTES) return texts.localTooLong(MAX_LOCAL_BYTES);
  if (isDotted(local) || QUOTED.test(local)) return undefined;
  if (/\s/.test(local)) return texts.space;
  if (local.includes("@")) return texts.twoAt;
  if (/^\.|\.\.|\.$/.test(local)) return texts.dot;
  const invalid = [...local].find((letter) => letter !== "." && !ATEXT.test(letter));
  return texts.character(invalid ?? "");
}

function findDomainFault(domain: string, texts: ServerTexts["address"]): string | undefined {
  if (domain === "") return texts.nothingAfter;
  if (domain.startsWith("[")) return isPublicLiteral(domain) ? undefined : texts.literal;
  if (/\s/.test(domain)) return texts.space;
  if (domain.includes(",")) return texts.comma;
  // Converts the domain to ASCII before splitting it, since the conversion turns all Unicode dots into ".".
  const labels = toAsciiDomain(domain).split(".");
  if (labels.length < 2) return texts.noDot;
  if (labels.some((label) => !LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? "")) return texts.domain(domain);
  return undefined;
}

/** Returns true for an address literal (RFC 5321, 4.1.3) in a public network. */
function isPublicLiteral(domain: string): boolean {
  const [, ipv6, address = ""] = domain.match(/^\[(IPv6:)?([\da-f:.]+)\]$/i) ?? [];
  const isValid = ipv6 ? ipaddr.IPv6.isValid(address) : ipaddr.IPv4.isValidFourPartDecimal(address);
  return isValid && isPublicAddress(address);
}

function toAsciiDomain(domain: string): string {
  if (domain.startsWith("[")) return domain.toLowerCase().replace("[ipv6:", "[IPv6:");
  return domainToASCII(domain);
}
