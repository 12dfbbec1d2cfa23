/** Returns true if an SVG path leaves the whole 24 by 24 grid empty: malformed, outside of it, or without an area. */
export async function drawsNothing(path: string): Promise<boolean> {
  // Loaded only here: most editions have no emblem, and sharp takes longer to load than a check.
  const { default: sharp } = await import("sharp");
  const escaped = path.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 24 24"><path d="${escaped}"/></svg>`;
  const { channels } = await sharp(Buffer.from(svg)).ensureAlpha().stats();
  return channels[3]?.max === 0;
}
