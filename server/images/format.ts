const SIGNS: readonly [format: string, sign: RegExp][] = [
  ["JPEG", /^\xff\xd8\xff/],
  ["PNG", /^\x89PNG\r\n/],
  ["WebP", /^RIFF.{4}WEBP/s],
  ["GIF", /^GIF8[79]a/],
  ["AVIF", /^.{4}ftyp(?:avif|avis)/s],
  ["HEIF", /^.{4}ftyp(?:hei[cxms]|mif1|msf1)/s],
  ["TIFF", /^(?:II\*\0|MM\0\*)/],
];

/**
 * What a file truly is, whatever its name and its server say of it.
 *
 * @returns the name of a format of photographs; null where it is none, as a drawing in SVG, which may name other files and
 * run scripts
 */
export function formatOf(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return SIGNS.find(([, sign]) => sign.test(start))?.[0] ?? null;
}
