import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { chooseLanguage } from "../../core/language/languages.ts";
import { DESK_BUILD } from "./deskFiles.ts";

const HTML_TAG = '<html lang="en">';
const LANGUAGES = ["en", "es"];
const THEMES = ["light", "dark"];

/** Returns an HTML document of the build, in the language and the theme of the browser. */
export async function readDeskDocument(context: Context, name: "index.html" | "signIn.html"): Promise<string> {
  const document = await readFile(join(DESK_BUILD, name), "utf8");
  const theme = THEMES.find((known) => known === getCookie(context, "theme"));
  return document.replace(HTML_TAG, `<html lang="${readLanguage(context)}"${theme ? ` data-theme="${theme}"` : ""}>`);
}

/** Returns the language chosen on this device, or else the first of the browser's languages that the desk has. */
export function readLanguage(context: Context): string {
  const accepted = (context.req.header("accept-language") ?? "").split(",").map((range) => range.trim().slice(0, 2));
  const wanted = [getCookie(context, "language"), ...accepted].find((tag) => tag && LANGUAGES.includes(tag));
  return chooseLanguage(wanted ?? "en");
}
