import { type ProbeResponse, probe } from "../../net/probe.ts";
import { getDeskUrl } from "../../serviceUrls.ts";
import { type Check, type Finding, fault, ok, type Patient, reasonOf, warning } from "./finding.ts";

const PROBE_TIMEOUT_MS = 10_000;

export const DESK_CHECK: Check = { subject: "desk", run: checkDesk };

/** Checks the address of the desk: its own host name, TLS, and the headers from its proxy. */
async function checkDesk(patient: Patient): Promise<Finding | Finding[]> {
  const { config, report } = patient;
  if (config.DESK === "off") return ok("The desk is off.");
  const url = getDeskUrl(config);
  const { hostname, protocol } = new URL(url);
  const isPublic = protocol === "https:";
  if (isPublic && listSiteHosts(patient).includes(hostname))
    return fault(
      `The desk shares the host name ${hostname} with a site, whose scripts and advertisements could act for editors.`,
      "Give it a host name of its own, such as desk.news.example, in DESK_URL, the DNS and the proxy's file.",
    );
  // If the server does not respond, skips a desk at a local address, since the check of the server reports the fault.
  if (!report && !isPublic) return [];
  const response = await probe(`${url}/sign-in`, PROBE_TIMEOUT_MS).catch((error: unknown) => reasonOf(error));
  if (!isPublic) return checkLocal(url, response);
  if (typeof response === "string")
    return fault(
      `${url} does not respond from this machine: ${response}.`,
      "Check the DNS of the desk's host name and the proxy; deploy/ has nginx.desk.conf and Caddyfile.desk.",
    );
  const { status, certificate } = response;
  if (certificate?.fault)
    return fault(
      `Browsers reject the certificate of ${url}: ${certificate.fault}.`,
      `Get one for ${hostname}: certbot certonly --nginx -d ${hostname}; Caddy gets it by itself.`,
    );
  if (status === 421)
    return fault(
      `The proxy of ${url} does not pass on the Host header, so the desk refuses its requests.`,
      "Set proxy_set_header Host $host; in nginx.",
    );
  if (!isDesk(response))
    return fault(
      `${url}/sign-in responds with status ${status}, unlike the desk.`,
      `Make the proxy pass requests for ${hostname} to port ${config.DESK_PORT}, as nginx.desk.conf and Caddyfile.desk do.`,
    );
  return ok(`${url} responds, and has a certificate and a host name of its own.`);
}

function checkLocal(url: string, response: ProbeResponse | string): Finding {
  if (typeof response !== "string" && isDesk(response))
    return ok(`The desk responds at ${url}, for this machine alone; DESK_URL opens it to others.`);
  return warning(
    `The desk does not respond at ${url}.`,
    "Set DESK_PORT to a free port and restart the server; its log says why the desk is not served. DESK=off leaves it out.",
  );
}

function isDesk({ status, body }: ProbeResponse): boolean {
  return status === 200 && body.includes('action="/sign-in/code"');
}

function listSiteHosts({ siteUrl, editions }: Patient): string[] {
  const urls = [siteUrl, ...editions.map(({ url }) => url)].filter((url) => url !== undefined);
  return [...urls.map((url) => new URL(url).hostname), ...editions.flatMap(({ hosts }) => hosts)];
}
