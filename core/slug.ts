/**
 * Turns a title into the last part of an article's address: lower case, only letters, digits and hyphens.
 *
 * Specification, section 3: lowercase the title, drop characters other than letters, digits, spaces and hyphens, turn
 * whitespace into hyphens, collapse repeated hyphens. "Letters" are those of every script, so that a headline in Greek
 * or Arabic keeps an address of its own. Hyphens at either end, which the rule would leave behind where a title begins
 * or ends in dropped characters, go too.
 *
 * @param title a headline as plain text
 * @returns the slug, at most 200 characters, cut between words; "" where the title has no letter and no digit
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
