import { z } from "zod";

/** What the contact form asks for, as the reader typed it. */
export interface Fields {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** What is wrong with which field, in words for the reader. */
export type Faults = Partial<Record<keyof Fields, string>>;

export interface Posted {
  fields: Fields;
  faults: Faults;
  /** Whether the field is filled that readers do not see: only programs that fill whatever they find do that. */
  isTrap: boolean;
}

const NAME_LENGTH = 100;
const EMAIL_LENGTH = 254;
/** Room for a column of 700 words, twice. */
const MESSAGE_LENGTH = 10_000;

/** Control characters, and those that turn the direction of what follows: neither is typed, and both can lie in a list. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Reads a posted form.
 *
 * @param subjects the subjects that can be chosen
 */
export function readFields(form: FormData, subjects: readonly string[]): Posted {
  const fields: Fields = {
    name: lineOf(form, "name"),
    email: lineOf(form, "email"),
    subject: lineOf(form, "subject"),
    message: textOf(form, "message"),
  };
  const result = schemaFor(fields, subjects).safeParse(fields);
  const faults: Faults = {};
  for (const { path, message } of result.error?.issues ?? []) faults[path[0] as keyof Fields] ??= message;
  return { fields, faults, isTrap: textOf(form, "website") !== "" };
}

function schemaFor({ message }: Fields, subjects: readonly string[]) {
  const counted = `Your message has ${message.length.toLocaleString("en-US")} characters.`;
  return z.object({
    name: z
      .string()
      .min(1, "Please write your name.")
      .max(NAME_LENGTH, `A name can have up to ${NAME_LENGTH} characters.`),
    email: z
      .string()
      .min(1, "Please write your e-mail address, so that we can answer.")
      .max(EMAIL_LENGTH, `An e-mail address can have up to ${EMAIL_LENGTH} characters.`)
      // The browsers' own rule, so that what one lets through is not refused here.
      .regex(z.regexes.html5Email, "This is not an e-mail address. One looks like name@example.com."),
    subject: z.string().refine((subject) => subjects.includes(subject), "Please choose one of the subjects."),
    message: z
      .string()
      .min(1, "Please write your message.")
      .max(MESSAGE_LENGTH, `${counted} It can have up to ${MESSAGE_LENGTH.toLocaleString("en-US")}.`),
  });
}

function lineOf(form: FormData, name: keyof Fields): string {
  return textOf(form, name).replace(/\s+/g, " ");
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replace(/\r\n?/g, "\n").replace(UNSEEN, "").trim() : "";
}
