const MAX_LENGTH = 200;

/**
 * Turns a title into the last segment of an article's address (specification, section 3). Keeps letters of every
 * script, so that a headline in Greek or Arabic has its own address. Drops a hyphen at either end.
 *
 * @returns at most 200 characters, cut between words if possible; "" if the title has no letter and no digit
 */
export function slugify(title: string): string {
  const slug = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, "")
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
  if (slug.length <= MAX_LENGTH) return slug;
  const end = slug.lastIndexOf("-", MAX_LENGTH);
  const cut = slug.slice(0, end > 0 ? end : MAX_LENGTH);
  // Drops half of a surrogate pair, which the cut may leave.
  return cut.toWellFormed().replace(/\uFFFD$/, "");
}

/** Returns the slug if it is free, otherwise the slug with the lowest free number, such as "rain-2". */
export function toUniqueSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}
