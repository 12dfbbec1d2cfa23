import { z } from "zod";

// Schemas of values that several files of an edition contain.

export const text = z.string().trim().min(1, "text that is not empty");

export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "lower-case letters, digits and single hyphens");

// `pattern` is for the JSON Schemas, since their URL format cannot limit the protocol.
export const webAddress = z
  .url({ protocol: /^https?$/, error: "an http or https address" })
  .meta({ pattern: "^https?://" });

export const origin = webAddress
  .refine((url) => {
    const parsed = URL.parse(url);
    // `webAddress` has already rejected a value that is not a URL.
    return parsed === null || parsed.href === `${parsed.origin}/`;
  }, "an http or https address without a path, such as https://news.example")
  .transform((url) => new URL(url).origin);

export const privateAddress = z
  .boolean()
  .default(false)
  .describe("True if the host of the address may be in a private network. Images never come from one.");

export const href = z
  .string()
  .regex(/^(\/|#|https?:\/\/|mailto:)/, "a path that begins with /, or an http, https or mailto address");

export const link = z.strictObject({
  label: text.meta({ description: "Text of the link.", examples: ["About"] }),
  href: href.meta({ description: "Address to which the link leads.", examples: ["/about"] }),
});

export const mediaFile = z.string().regex(/^[\w-]+(\.[\w-]+)+$/, "the name of a file in the media folder");

export const pixels = z.int().positive();

export const language = text.refine(
  (tag) => succeeds(() => new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(tag)),
  "the tag of a language, such as en-US or es",
);

/** Returns false for a call that throws an error or returns undefined. */
function succeeds(run: () => unknown): boolean {
  try {
    return run() !== undefined;
  } catch {
    return false;
  }
}

export const email = z.email("an email address");

/** Adds an issue for each item whose `key` has the same value as in an earlier item. @param path path of the list */
export function rejectDuplicates<Item extends object>(
  context: z.RefinementCtx,
  path: string[],
  items: readonly Item[],
  key: keyof Item & string,
  message: string,
): void {
  const values = items.map((item) => item[key]);
  for (const [index, value] of values.entries())
    if (values.indexOf(value) < index) context.addIssue({ code: "custom", path: [...path, index, key], message });
}

/** A third-party page that an embed shows in a frame after a click. */
export const provider = z
  .strictObject({
    name: text.meta({ description: "Name of the third party, which readers see.", examples: ["Example Walls"] }),
    url: webAddress.meta({ description: "Address of its page.", examples: ["https://walls.example/wall"] }),
  })
  .describe("Third party whose page replaces this part after a click.");

export type Provider = z.infer<typeof provider>;
