import ipaddr from "ipaddr.js";
import { getLocalUrl } from "../../net/localUrl.ts";
import { listAddresses, listOwnAddresses } from "../../net/probe.ts";
import type { Check, Finding, Patient } from "./finding.ts";
import { fault, ok, reasonOf, unknown, warning } from "./finding.ts";
import { readReport } from "./readyz.ts";

/** Forged client address in the probe's X-Forwarded-For. No client has it: RFC 5737 reserves it for documentation. */
export const FORGED_CLIENT = "203.0.113.7";
const DAY_MS = 24 * 60 * 60_000;
/** Doctor warns if a certificate ends in fewer days than this. Proxies renew a certificate 30 days before its end. */
const MIN_CERTIFICATE_DAYS = 14;
const LOOPBACK = /^(127\.|::1$|::ffff:127\.|0:0:0:0$)/;

export const SITE_CHECKS: readonly Check[] = [
  { subject: "server", run: checkServer },
  { subject: "DNS", run: checkDns },
  { subject: "proxy", run: checkProxy },
  { subject: "certificate", run: checkCertificate },
];

async function checkServer({ config }: Patient): Promise<Finding | Finding[]> {
  const url = getLocalUrl(config);
  try {
    const { failed, checks } = await readReport(config);
    if (failed.length === 0) return ok(`The server responds at ${url}, and all its checks pass.`);
    return failed.map((name) =>
      fault(`The server reports on ${name}: ${checks[name]?.detail}.`, "docs/monitoring.md says what to do about it."),
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ECONNREFUSED" || code === "ENOENT")
      return fault(
        `No server listens at ${url}.`,
        "Start it: systemctl start broadsheet. If it stops again: journalctl -u broadsheet -n 20.",
      );
    if (error instanceof SyntaxError || (error as Error).name === "ZodError")
      return fault(
        `A program other than Broadsheet responds at ${url}.`,
        `Stop that program (ss -ltnp 'sport = :${config.PORT}' names it), or set another PORT here and in the proxy's file.`,
      );
    return fault(`The server does not respond at ${url}: ${reasonOf(error)}.`, "Look at journalctl -u broadsheet.");
  }
}

async function checkDns({ siteUrl }: Patient): Promise<Finding> {
  if (siteUrl === undefined)
    return fault("No public address is set.", "Set SITE_URL, for example to https://news.example.");
  const { hostname } = new URL(siteUrl);
  if (ipaddr.isValid(hostname.replace(/[[\]]/g, ""))) return ok(`${hostname} is an IP address and needs no DNS.`);
  let addresses: string[];
  try {
    addresses = await listAddresses(hostname);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAI_AGAIN")
      return unknown(`No name server responds, so the addresses of ${hostname} are unknown.`);
    return fault(
      `The DNS has no address for ${hostname}.`,
      "Add an A record, and an AAAA record for IPv6, with this machine's public address at the domain's provider.",
    );
  }
  const found = addresses.join(", ");
  if (addresses.some((address) => listOwnAddresses().includes(address)))
    return ok(`${hostname} points to this machine (${found}).`);
  return warning(
    `${hostname} points to ${found}, which is not an address of this machine's network cards.`,
    "Correct the A and AAAA records, unless that is the address of a content delivery network or of a router in front of this machine.",
  );
}

async function checkProxy(patient: Patient): Promise<Finding | Finding[]> {
  const { siteUrl } = patient;
  // `checkDns` already reports that the site has no address.
  if (siteUrl === undefined) return [];
  const response = await patient.probeSite().catch((error: unknown) => reasonOf(error));
  if (typeof response === "string")
    return fault(
      `${siteUrl} does not respond from this machine: ${response}.`,
      "Check the DNS, the firewall for ports 80 and 443, and the proxy: systemctl status caddy nginx.",
    );
  const { status, body, localAddress } = response;
  const seen = parseSeen(body);
  if (status !== 200 || (!seen && body !== "ok"))
    return fault(
      `${siteUrl}/healthz responds with status ${status}, unlike Broadsheet.`,
      "Make the proxy pass requests for this host name to the server; deploy/ has its files.",
    );
  if (!seen) return unknown(`${siteUrl} responds, but its server is too old to say which headers its proxy sends.`);
  const findings: Finding[] = [];
  if (seen.client === FORGED_CLIENT)
    findings.push(
      fault(
        "The proxy passes on the X-Forwarded-For of clients, who can thus evade all limits.",
        "Make it replace the header: proxy_set_header X-Forwarded-For $remote_addr in nginx.",
      ),
    );
  else if (isProxyItself(seen.client) && !LOOPBACK.test(localAddress))
    findings.push(
      fault(
        "The server takes all readers for the proxy, so they share one limit on messages and sign-ups.",
        "Make the proxy send X-Forwarded-For, and list its address in TRUSTED_PROXIES.",
      ),
    );
  if (siteUrl.startsWith("https:") && seen.scheme !== "https")
    findings.push(
      fault(
        "The server sees http, but readers use https.",
        "Make the proxy send X-Forwarded-Proto: https, and list its address in TRUSTED_PROXIES.",
      ),
    );
  return findings.length > 0
    ? findings
    : ok(`${siteUrl} responds, and its proxy replaces the headers that clients send.`);
}

/**
 * Returns true if the client that the server sees may be the proxy.
 *
 * @param client the client's address as the server sees it; null if the server sees only addresses of trusted proxies
 */
function isProxyItself(client: string | null): boolean {
  return client === null || LOOPBACK.test(client);
}

function parseSeen(body: string): { client: string | null; scheme: string } | null {
  try {
    const seen = JSON.parse(body);
    return typeof seen?.scheme === "string" ? seen : null;
  } catch {
    return null;
  }
}

async function checkCertificate(patient: Patient): Promise<Finding | Finding[]> {
  const { siteUrl } = patient;
  if (siteUrl === undefined) return [];
  if (!siteUrl.startsWith("https:")) return unknown("SITE_URL begins with http, so there is no certificate.");
  const { certificate } = await patient.probeSite().catch(() => ({ certificate: undefined }));
  if (!certificate) return unknown(`${siteUrl} does not respond, so its certificate was not read.`);
  const { expiresAt, fault: reason } = certificate;
  const renew =
    "Renew it: certbot renew && systemctl reload nginx; Caddy renews it automatically; see journalctl -u caddy.";
  const days = Math.floor((expiresAt.getTime() - Date.now()) / DAY_MS);
  const day = expiresAt.toISOString().slice(0, 10);
  if (days < 0) return fault(`The certificate of ${siteUrl} expired on ${day}.`, renew);
  if (reason !== null) return fault(`Browsers reject the certificate of ${siteUrl}: ${reason}.`, renew);
  if (days < MIN_CERTIFICATE_DAYS)
    return warning(`The certificate of ${siteUrl} expires on ${day} and has not been renewed.`, renew);
  return ok(`The certificate is valid until ${day}.`);
}
