import type { Hono } from "hono";
import type { Edition } from "../../editions/loading/load.ts";
import type { ServeFile } from "../fileService.ts";

const PATH = "/.well-known/security.txt";
/** Days until the file expires, counted from each render. RFC 9116, 2.5.5, recommends less than a year. */
const VALID_DAYS = 90;

/** Adds the edition's security.txt, which names the contact for security problems (RFC 9116). */
export function addSecurityTxtRoute(app: Hono, serveFile: ServeFile): void {
  app.get(PATH, ({ req }) =>
    serveFile(req.raw, PATH, (_services, { edition, siteUrl }) => {
      const body = buildSecurityTxt(edition, siteUrl, Temporal.Now.instant());
      return body === undefined ? undefined : { body, type: "text/plain; charset=utf-8", policy: "file" };
    }),
  );
}

/**
 * Returns the text of security.txt; undefined if the edition names no contact.
 *
 * @param siteUrl without a slash at the end; "" if the edition names no public host
 */
export function buildSecurityTxt(
  { securityContact, newsroomEmail, language }: Pick<Edition, "securityContact" | "newsroomEmail" | "language">,
  siteUrl: string,
  now: Temporal.Instant,
): string | undefined {
  const contact = securityContact ?? newsroomEmail;
  if (contact === undefined) return undefined;
  // Rounded to the hour, so that the ETag changes at most once an hour.
  const expires = now.add({ hours: 24 * VALID_DAYS }).round({ smallestUnit: "hour", roundingMode: "floor" });
  return `Contact: ${/^https?:/.test(contact) ? contact : `mailto:${contact}`}
Expires: ${expires}
Preferred-Languages: ${language}
${siteUrl && `Canonical: ${siteUrl}${PATH}\n`}`;
}
