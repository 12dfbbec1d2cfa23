import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { email, text } from "./fields.ts";
import { readYaml } from "./yaml.ts";

/** What an edition's `signup.yaml` may hold: the words with which readers are asked to get its briefing by mail. */
const signUpSchema = z.strictObject({
  title: text,
  /** For search engines. */
  description: text,
  intro: text,
  /** What readers can count on. */
  promises: z.array(text).min(1, "at least one promise"),
  /** Over the form in the footer and on the front page. */
  form: z.strictObject({ title: text, text }),
  /** Whom the mails are from. */
  sender: email,
});

export type SignUpFile = z.infer<typeof signUpSchema>;

/** @returns undefined where the edition has no briefing to sign up for */
export async function loadSignUp(folder: string): Promise<SignUpFile | undefined> {
  const path = join(folder, "signup.yaml");
  const source = await readFile(path, "utf8").catch(() => undefined);
  return source === undefined ? undefined : readYaml(path, source, signUpSchema);
}
