/** Matches the size that WordPress adds to the names of smaller copies, such as "river-300x200.jpg". */
const SIZE_IN_NAME = /-(\d{2,4})x(\d{2,4})(?=\.(?:jpe?g|png|webp|avif)$)/i;
/** Matches the size in an address of a Blogger image, such as "/s72-c/river.jpg" or "AbC123=s72-c". */
const BLOGGER_SIZE = /(?<=[/=])s(\d{2,4})(?:-[a-z]{1,2}){0,3}(?=\/[^/]*$|$)/;
const BLOGGER_HOST = /(^|\.)(blogspot\.com|googleusercontent\.com)$/;
/** Part of an address that requests the largest size at which Blogger's servers deliver an image: 1600 pixels. */
const BLOGGER_LARGEST = "s1600";
/** Matches the size in the query of BLOX and Jetpack, as in "?resize=300%2C223". */
const RESIZE = /^(\d{2,4})(?:,\d{2,4})?$/;
/** Minimum width, in pixels, of a copy that is good enough for our pages. */
const LARGE_WIDTH = 1000;

/** The large original of a thumbnail, and the width of the thumbnail in pixels. */
interface Original {
  url: string;
  thumbnailWidth: number;
}

/** Returns the original of a thumbnail whose URL reveals the original's URL; null for all other images. */
export function findOriginal(address: string): Original | null {
  const url = URL.parse(address);
  if (!url) return null;
  const resize = RESIZE.exec(url.searchParams.get("resize") ?? "");
  if (resize) {
    url.searchParams.delete("resize");
    return toOriginal(url, resize[1]);
  }
  const named = SIZE_IN_NAME.exec(url.pathname);
  if (named) {
    url.pathname = url.pathname.replace(SIZE_IN_NAME, "");
    return toOriginal(url, named[1]);
  }
  const blogger = BLOGGER_HOST.test(url.hostname) ? BLOGGER_SIZE.exec(url.pathname) : null;
  if (!blogger) return null;
  url.pathname = url.pathname.replace(BLOGGER_SIZE, BLOGGER_LARGEST);
  return toOriginal(url, blogger[1]);
}

function toOriginal({ href }: URL, width: string | undefined): Original | null {
  const thumbnailWidth = Number(width);
  return thumbnailWidth < LARGE_WIDTH ? { url: href, thumbnailWidth } : null;
}

/** Matches WordPress's size in the name of a copy, or Ghost's size in a path such as "/content/images/size/w600/". */
const SIZES_IN_PATH =
  /-\d{1,5}x\d{1,5}(?=\.\w{1,5}$)|(?<=\/content\/images)\/size\/w\d{1,5}(?:h\d{1,5})?(?:\/format\/\w{1,10})?/g;

/** Removes the size from the path of a smaller copy that WordPress or Ghost made; returns other paths unchanged. */
export function removeImageSize(path: string): string {
  return path.replace(SIZES_IN_PATH, "");
}

/** Returns an image's address in a form that all sizes of the image have in common. */
export function removeSize(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  if (RESIZE.test(url.searchParams.get("resize") ?? "")) url.searchParams.delete("resize");
  url.pathname = removeImageSize(url.pathname);
  if (BLOGGER_HOST.test(url.hostname)) url.pathname = url.pathname.replace(BLOGGER_SIZE, BLOGGER_LARGEST);
  return url.href;
}
