import { forEach } from "./dom.ts";

export interface PastedImages {
  /** Number of images left out because the clipboard has only their addresses, or has more than `MAX_FILES` images. */
  missing: number;
  files: File[];
}

/** Matches the addresses of library images. */
const OWN = /^own:media\/[\w-]+$/;
const MAX_FILES = 50;
/** Longest side, in pixels, of an image that counts as a tracking pixel. */
const PIXEL = 2;

/** Removes all images except library images. Returns the image files, and the number of images without a file. */
export function takeImages(root: HTMLElement): PastedImages {
  const images: PastedImages = { missing: 0, files: [] };
  forEach<HTMLImageElement>(root, "img", (image) => {
    const src = image.getAttribute("data-src") ?? image.getAttribute("src") ?? "";
    if (OWN.test(src)) return;
    const alt = image.getAttribute("alt") ?? "";
    // Replaces emoji with their characters, since mail programs show emoji as images.
    if (/^\p{Extended_Pictographic}/u.test(alt)) return image.replaceWith(alt);
    const file = images.files.length < MAX_FILES ? toFile(src, images.files.length + 1) : null;
    if (file) images.files.push(file);
    else if (!isPixel(image) && src !== "") images.missing++;
    image.remove();
  });
  return images;
}

function isPixel(image: HTMLImageElement): boolean {
  const side = Math.max(...["width", "height"].map((name) => Number(image.getAttribute(name) ?? Number.NaN)));
  return side <= PIXEL;
}

/** Returns the file in a `data:` address; null if the address has none of the allowed types. */
function toFile(src: string, number: number): File | null {
  const [, type = "", data = ""] = /^data:image\/(png|jpeg|gif|webp|avif|tiff);base64,(.+)$/s.exec(src) ?? [];
  if (data === "") return null;
  try {
    return new File([Uint8Array.fromBase64(data)], `pasted-${number}.${type}`, { type: `image/${type}` });
  } catch {
    return null;
  }
}
