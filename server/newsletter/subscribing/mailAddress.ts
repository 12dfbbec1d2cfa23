import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { isPublicAddress } from "../../net/publicAddresses.ts";

/** Valid mail address. */
export interface Mailbox {
  /** As typed, but trimmed, in Unicode NFC, and without a final dot. */
  email: string;
  /** Key that all spellings of the address share: see `toAddressKey`. */
  key: string;
}

/** Maximum lengths that every mail server accepts, in bytes (RFC 5321, 4.5.3.1). */
const MAX_LOCAL_BYTES = 64;
const MAX_ADDRESS_BYTES = 254;

/** Atoms and quoted strings of RFC 5321, 4.1.2, with the non-ASCII letters of RFC 6531. */
const ATEXT = /^[\w!#$%&'*+\-/=?^`{|}~\u{a1}-\u{10ffff}]+$/u;
const QUOTED = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e\u{a1}-\u{10ffff}]|\\[\x20-\x7e])*"$/u;
/** Control characters, line separators, surrogates, bidirectional overrides and zero-width characters. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;

/**
 * Parses a mail address as RFC 5321 defines it (dotted or quoted local part; domain or address literal), with the
 * letters of RFC 6531 in the local part and of IDNA in the domain. Rejects what the grammar allows but no public mail
 * server has: domains of one label (RFC 5321, 2.3.5; RFC 7085), literals of private networks, and invisible characters.
 *
 * @returns the address, or the fault to show to the person who typed it
 */
export function parseAddress(typed: string): Mailbox | { fault: string } {
  const email = typed.trim().normalize("NFC");
  if (email === "") return { fault: "Please enter your email address." };
  if (INVISIBLE.test(email)) return { fault: "There is an invisible character in this address. Please type it again." };
  const at = email.lastIndexOf("@");
  if (at === -1) return { fault: "There is no @ in this address. It should look like name@example.com." };
  const local = email.slice(0, at);
  const domain = email.slice(at + 1).replace(/\.$/, "");
  const fault = findLocalFault(local) ?? findDomainFault(domain);
  if (fault) return { fault };
  const address = `${local}@${domain}`;
  if (Buffer.byteLength(toEnvelopeAddress(address)) > MAX_ADDRESS_BYTES)
    return { fault: `An email address can have up to ${MAX_ADDRESS_BYTES} characters.` };
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

function findLocalFault(local: string): string | undefined {
  if (local === "") return "There is nothing before the @. An address should look like name@example.com.";
  if (Buffer.byteLength(local) > MAX_LOCAL_BYTES)
    return `There can be up to ${MAX_LOCAL_BYTES} characters before the @.`;
  if (isDotted(local) || QUOTED.test(local)) return undefined;
  if (/\s/.test(local)) return "There is a space in this address. Please remove it.";
  if (local.includes("@")) return "There is more than one @ in this address. Please enter just one address.";
  if (/^\.|\.\.|\.$/.test(local))
    return "There is an extra dot before the @. A dot can’t come first, last or next to another dot.";
  const invalid = [...local].find((letter) => letter !== "." && !ATEXT.test(letter));
  return `The character ${invalid} can’t be used before the @.`;
}

function findDomainFault(domain: string): string | undefined {
  if (domain === "") return "There is nothing after the @. An address should look like name@example.com.";
  if (domain.startsWith("["))
    return isPublicLiteral(domain) ? undefined : "This isn’t the number of a public mail server.";
  if (/\s/.test(domain)) return "There is a space in this address. Please remove it.";
  if (domain.includes(",")) return "There is a comma after the @. Should it be a dot?";
  // IDNA also converts Unicode's other dot characters.
  const labels = toAsciiDomain(domain).split(".");
  if (labels.length < 2) return "There is no dot after the @. An address should end like name@example.com.";
  if (labels.some((label) => !LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? ""))
    return `No mail server can be named ${domain}. Please check the part after the @.`;
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
