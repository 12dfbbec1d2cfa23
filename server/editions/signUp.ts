import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { text } from "./fields.ts";
import type { NewsletterFile } from "./newsletter.ts";
import { EditionError, readYaml } from "./yaml.ts";

/** What an edition's `signup.yaml` may hold: the words with which readers are asked to get its briefing by mail. */
const signUpSchema = z.strictObject({
  /** For search engines. */
  description: text,
  intro: text,
  /** What readers can count on. */
  promises: z.array(text).min(1, "at least one promise"),
  /** Over the form in the footer and on the front page. */
  form: z.strictObject({ title: text, text }),
});

/** The same with what `edition.yaml` says of the briefing. */
export type SignUp = z.infer<typeof signUpSchema> & Pick<NewsletterFile, "title" | "from">;

/**
 * @param newsletter what `edition.yaml` has of a briefing
 * @returns undefined where the edition has no briefing to sign up for
 * @throws {EditionError} where it has one of the two files' parts without the other
 */
export async function loadSignUp(folder: string, newsletter: NewsletterFile | undefined): Promise<SignUp | undefined> {
  const path = join(folder, "signup.yaml");
  const source = await readFile(path, "utf8").catch(() => undefined);
  if (source === undefined && newsletter)
    throw new EditionError(`${path}: this file is missing; an edition with a newsletter in its edition.yaml needs it.`);
  if (source === undefined) return undefined;
  const words = readYaml(path, source, signUpSchema);
  if (!newsletter)
    throw new EditionError(
      `${path}:1: found words for a sign-up to no briefing; allowed is this file where edition.yaml has a newsletter, and no file where it has none.`,
    );
  return { ...words, title: newsletter.title, from: newsletter.from };
}
