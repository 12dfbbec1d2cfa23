import packageFile from "../../package.json" with { type: "json" };

/** How the software names itself to the servers that it asks, with the site's address so that they can ask back. */
export function userAgent(siteUrl: string | undefined): string {
  return `Broadsheet/${packageFile.version} (${siteUrl ? `+${siteUrl}` : "local-news feed reader"})`;
}
