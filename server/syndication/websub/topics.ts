import { FORMATS } from "../../../core/feed/formats.ts";
import type { Edition } from "../../editions/load.ts";
import { sourcesBySlug } from "../../editions/sources.ts";

/**
 * Which of an edition's feeds are others now, as their addresses from the first slash.
 *
 * @param changed the addresses of feeds that we follow, whose stories changed
 */
export function changedTopics(edition: Edition, changed: ReadonlySet<string>): string[] {
  const sections = edition.sections.filter(({ feeds }) => feeds.some(({ url }) => changed.has(url)));
  if (sections.length === 0) return [];
  const sources = [...sourcesBySlug(edition)].filter(([, { url }]) => changed.has(url));
  const bases = ["", ...sections.map(({ slug }) => `/${slug}`), ...sources.map(([slug]) => `/sources/${slug}`)];
  const files = Object.values(FORMATS).map(({ file }) => file);
  return ["/feed", ...bases.flatMap((base) => files.map((file) => `${base}/${file}`))];
}
