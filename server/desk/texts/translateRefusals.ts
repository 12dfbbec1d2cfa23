import type { Context, MiddlewareHandler } from "hono";
import { readLanguage } from "../deskDocument.ts";
import { SPANISH } from "./spanish.ts";

const CATALOGS: Readonly<Record<string, Readonly<Record<string, string>>>> = { es: SPANISH };

/** Translates rejections into the browser's language. Their English texts are shared with the command line. */
export function translateRefusals(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const language = readLanguage(context);
    const { status, headers } = context.res;
    if (status < 400 || !CATALOGS[language] || !headers.get("content-type")?.startsWith("text/plain")) return;
    context.res = new Response(translate(await context.res.text(), language), { status, headers });
  };
}

/** Returns a story whose reason for being overdue is in the browser's language. */
export function translateOverdue<Story extends { overdue: string | null }>(story: Story, context: Context): Story {
  return { ...story, overdue: story.overdue && translate(story.overdue, readLanguage(context)) };
}

/** Translates one or more sentences of the desk. A sentence that the catalog lacks stays as it is. */
export function translate(text: string, language: string): string {
  const catalog = CATALOGS[language];
  if (!catalog) return text;
  const whole = translateWhole(text.trim(), catalog);
  if (whole !== undefined) return whole;
  // A text with several faults has one sentence for each fault.
  const sentences = text.trim().split(/(?<=[.?]) (?=\p{Lu})/u);
  return sentences.map((sentence) => translateWhole(sentence, catalog) ?? sentence).join(" ");
}

function translateWhole(text: string, catalog: Readonly<Record<string, string>>): string | undefined {
  for (const [english, translation] of Object.entries(catalog)) {
    const parts = findParts(text, english);
    if (parts) return translation.replace(/\{(\d)\}/g, (_, place: string) => parts[Number(place) - 1] ?? "");
  }
}

/**
 * Compares a text with an English sentence, in which `{}` stands for any words. Returns these words of the text;
 * undefined if the text is a different sentence.
 */
function findParts(text: string, english: string): string[] | undefined {
  const [first = "", ...others] = english.split("{}");
  if (others.length === 0) return text === english ? [] : undefined;
  if (!text.startsWith(first) || !text.endsWith(others.at(-1) ?? "")) return undefined;
  const parts: string[] = [];
  let start = first.length;
  for (const [index, next] of others.entries()) {
    const end = index === others.length - 1 ? text.length - next.length : text.indexOf(next, start + 1);
    if (end <= start) return undefined;
    parts.push(text.slice(start, end));
    start = end + next.length;
  }
  return parts;
}
