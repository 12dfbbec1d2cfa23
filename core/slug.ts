/**
 * Turns a title into the last segment of an article's address.
 *
 * Specification, section 3: lowercase the title, drop characters other than letters, digits, spaces and hyphens, turn
 * whitespace into hyphens, collapse repeated hyphens. Letters of every script count, so that a headline in Greek or Arabic
 * keeps an address of its own. Hyphens at either end are dropped, too.
 *
 * @param title plain text
 * @returns at most 200 characters, cut between words; "" if the title has no letter and no digit
 */
export function slugify(title: string): string {
  const slug = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, "")
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
  return cutBetweenWords(slug, 200);
}

function cutBetweenWords(slug: string, limit: number): string {
  if (slug.length <= limit) return slug;
  const end = slug.lastIndexOf("-", limit);
  return slug
    .slice(0, end > 0 ? end : limit)
    .toWellFormed()
    .replace(/\uFFFD$/, "");
}

/** Returns a slug that is not taken: the given one, otherwise the one with the lowest number, such as "rain-2". */
export function toUniqueSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}
