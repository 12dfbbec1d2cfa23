import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { isPublicAddress } from "../net/publicAddresses.ts";

/** An e-mail address that mail can be sent to. */
export interface Mailbox {
  /** As it was typed, without what stood around it. */
  email: string;
  /** By which one address is told from another: see `keyOf`. */
  key: string;
}

/** What is wrong with an address, in words for who typed it. */
export interface AddressFault {
  fault: string;
}

/** RFC 5321, 4.5.3.1: what a mail server has to take. */
const LOCAL_OCTETS = 64;
const PATH_OCTETS = 254;

/** RFC 5321, 4.1.2, with the letters of the whole world that RFC 6531 adds. */
const ATEXT = /^[\w!#$%&'*+\-/=?^`{|}~\u{a1}-\u{10ffff}]+$/u;
const QUOTED = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e\u{a1}-\u{10ffff}]|\\[\x20-\x7e])*"$/u;
/** Control characters, line ends of every script, and those that turn or hide what stands around them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;

/**
 * Reads an e-mail address as RFC 5321 has it (dotted or quoted local part; domain or address literal), with RFC 6531's
 * letters in the local part and IDNA's in the domain. Refused of what the grammar has are domains of one label, which no
 * public mail server has (RFC 5321, 2.3.5; RFC 7085), literals of private networks, and invisible characters.
 */
export function readAddress(typed: string): Mailbox | AddressFault {
  const email = typed.trim().normalize("NFC");
  if (email === "") return { fault: "Please write your e-mail address." };
  if (UNSEEN.test(email))
    return { fault: "There is an invisible character in this address. Please type it once more." };
  const at = email.lastIndexOf("@");
  if (at === -1) return { fault: "There is no @ in this address. One looks like name@example.com." };
  const local = email.slice(0, at);
  const domain = email.slice(at + 1).replace(/\.$/, "");
  const fault = faultOfLocal(local) ?? faultOfDomain(domain);
  if (fault) return { fault };
  const address = `${local}@${domain}`;
  if (Buffer.byteLength(mailboxOf(address)) > PATH_OCTETS)
    return { fault: `An e-mail address can have up to ${PATH_OCTETS} characters.` };
  return { email: address, key: keyOf(address) };
}

/** How a mail server is told an address: its domain in ASCII, its local part as it is. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at)}@${asciiOf(email.slice(at + 1))}`;
}

/**
 * One key for all ways of writing an address that people take for the same: in any case, with a domain in its own letters
 * or in ASCII, with quotes that are not needed. Dots and what follows a plus stay: whether they matter is for the
 * mailbox's own server to say.
 */
export function keyOf(email: string): string {
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at);
  const inner = local.startsWith('"') ? local.slice(1, -1).replace(/\\(.)/g, "$1") : local;
  return `${isDotted(inner) ? inner : JSON.stringify(inner)}@${asciiOf(email.slice(at + 1))}`.toLowerCase();
}

/** An address that is shown to who holds a link, which may have been passed on: enough to know one's own by. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0]}…${email.slice(at)}`;
}

function isDotted(local: string): boolean {
  return local.split(".").every((atom) => ATEXT.test(atom));
}

function faultOfLocal(local: string): string | undefined {
  if (local === "") return "There is nothing before the @. An address looks like name@example.com.";
  if (Buffer.byteLength(local) > LOCAL_OCTETS) return `There can be up to ${LOCAL_OCTETS} characters before the @.`;
  if (isDotted(local) || QUOTED.test(local)) return undefined;
  if (/\s/.test(local)) return "There is a space in this address. Please write it without one.";
  if (local.includes("@")) return "There is more than one @ in this address. Please write one address alone.";
  if (/^\.|\.\.|\.$/.test(local))
    return "There is a dot too many before the @: none can stand first, last or beside another.";
  const odd = [...local].find((letter) => letter !== "." && !ATEXT.test(letter));
  return `The character ${odd} cannot stand before the @.`;
}

function faultOfDomain(domain: string): string | undefined {
  if (domain === "") return "There is nothing after the @. An address looks like name@example.com.";
  if (domain.startsWith("[")) return isPublicLiteral(domain) ? undefined : "This is no public mail server's number.";
  if (/\s/.test(domain)) return "There is a space in this address. Please write it without one.";
  if (domain.includes(",")) return "There is a comma after the @. Should it be a dot?";
  // What Unicode takes for a dot is one.
  const labels = asciiOf(domain).split(".");
  if (labels.length < 2) return "What stands after the @ has no dot. An address ends as in name@example.com.";
  if (labels.some((label) => !LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? ""))
    return `No mail server can be called ${domain}. Please check what stands after the @.`;
  return undefined;
}

/** RFC 5321, 4.1.3. */
function isPublicLiteral(domain: string): boolean {
  const [, six, address = ""] = domain.match(/^\[(IPv6:)?([\da-f:.]+)\]$/i) ?? [];
  const isRight = six ? ipaddr.IPv6.isValid(address) : ipaddr.IPv4.isValidFourPartDecimal(address);
  return isRight && isPublicAddress(address);
}

function asciiOf(domain: string): string {
  if (domain.startsWith("[")) return domain.toLowerCase().replace("[ipv6:", "[IPv6:");
  return domainToASCII(domain);
}
