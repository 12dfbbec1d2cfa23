import { extname } from "node:path";

/** Extensions of the files in `media/` that are served. None runs scripts on the site's origin: SVG is sandboxed. */
const MEDIA_EXTENSIONS: readonly string[] = [
  ...["avif", "webp", "jpg", "jpeg", "png", "gif", "svg", "ico"],
  ...["mp3", "m4a", "aac", "ogg", "opus", "oga", "wav"],
  ...["mp4", "webm", "vtt"],
  ...[
    "pdf",
    "txt",
    "csv",
    "rtf",
    "doc",
    "docx",
    "xls",
    "xlsx",
    "ppt",
    "pptx",
    "odt",
    "ods",
    "odp",
    "epub",
    "zip",
    "ics",
  ],
  "woff2",
];

export function isServedMedia(name: string): boolean {
  return MEDIA_EXTENSIONS.includes(getExtension(name));
}

export function isSvg(name: string): boolean {
  return getExtension(name) === "svg";
}

export function formatMediaExtensions(): string {
  return MEDIA_EXTENSIONS.join(", ");
}

function getExtension(name: string): string {
  return extname(name).slice(1).toLowerCase();
}
