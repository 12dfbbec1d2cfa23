import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { text } from "./fields.ts";
import type { NewsletterFile } from "./newsletter.ts";
import { EditionError, readYaml } from "./yaml.ts";

/** Schema of `signup.yaml`: the texts of the sign-up for the briefing. */
const signUpSchema = z.strictObject({
  /** For search engines. */
  description: text,
  intro: text,
  promises: z.array(text).min(1, "at least one promise"),
  /** Above the form in the footer and on the front page. */
  form: z.strictObject({ title: text, text }),
});

export type SignUp = z.infer<typeof signUpSchema> & Pick<NewsletterFile, "title" | "from">;

/**
 * @param newsletter the briefing in `edition.yaml`
 * @returns undefined if the edition has no briefing
 * @throws {EditionError} if only one of the two files describes a briefing
 */
export async function loadSignUp(folder: string, newsletter: NewsletterFile | undefined): Promise<SignUp | undefined> {
  const path = join(folder, "signup.yaml");
  const source = await readFile(path, "utf8").catch(() => undefined);
  if (source === undefined && newsletter)
    throw new EditionError(`${path}: this file is missing; an edition with a newsletter in its edition.yaml needs it.`);
  if (source === undefined) return undefined;
  const texts = readYaml(path, source, signUpSchema);
  if (!newsletter)
    throw new EditionError(
      `${path}:1: found words for a sign-up to no briefing; allowed is this file where edition.yaml has a newsletter, and no file where it has none.`,
    );
  return { ...texts, title: newsletter.title, from: newsletter.from };
}
