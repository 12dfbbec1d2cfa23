import { z } from "zod";
import { removeControls } from "../../core/controls.ts";
import type { ServerTexts } from "../../core/language/en/server.ts";
import type { ContactFile } from "../editions/pages/contact.ts";

/** Fields of the contact form, without control characters and surplus white space. */
export interface ContactFields {
  name: string;
  email: string;
  subject: string;
  message: string;
  /** Place where the sender lives; "" if missing. */
  place: string;
  /** "on" if the sender permits printing the message as a letter; "" otherwise. */
  mayPrint: string;
}

/** Error message for the reader, by field. */
export type ContactFaults = Partial<Record<keyof ContactFields, string>>;

const MAX_NAME_LENGTH = 100;
const MAX_EMAIL_LENGTH = 254;
/** Maximum length of a message in characters, twice the length of a 700-word column. */
const MAX_MESSAGE_LENGTH = 10_000;

/** Subjects that the form offers. `letterSubject` is the subject of letters to the editor. */
type Subjects = Pick<ContactFile["form"], "subjects" | "letterSubject">;

/** Reads and validates a posted contact form. `place` and `mayPrint` are "" unless the subject is `letterSubject`. */
export function readContactFields(
  form: FormData,
  { subjects, letterSubject }: Subjects,
  texts: ServerTexts["contact"],
) {
  const getLine = (name: keyof ContactFields) => getText(form, name).replace(/\s+/g, " ");
  const message = getText(form, "message");
  const fields: ContactFields = {
    name: getLine("name"),
    email: getLine("email"),
    subject: getLine("subject"),
    message,
    // For other subjects, the form hides the fields `place` and `mayPrint`, but browsers still send them.
    ...(getLine("subject") === letterSubject
      ? { place: getLine("place"), mayPrint: getLine("mayPrint") }
      : { place: "", mayPrint: "" }),
  };
  const result = createSchema(fields, subjects, texts).safeParse(fields);
  const faults: ContactFaults = {};
  for (const { path, message } of result.error?.issues ?? []) faults[path[0] as keyof ContactFields] ??= message;
  // Readers do not see the field `website`, so only bots fill it in.
  return { fields, faults, isHoneypotFilled: getText(form, "website") !== "" };
}

function createSchema(
  { message, mayPrint }: ContactFields,
  subjects: readonly string[],
  texts: ServerTexts["contact"],
) {
  return z.object({
    name: z.string().min(1, texts.name).max(MAX_NAME_LENGTH, texts.nameTooLong(MAX_NAME_LENGTH)),
    email: z
      .string()
      .min(1, texts.email)
      .max(MAX_EMAIL_LENGTH, texts.emailTooLong(MAX_EMAIL_LENGTH))
      // The rule that browsers apply, so every address that a browser accepts is accepted here.
      .regex(z.regexes.html5Email, texts.emailInvalid),
    // Required if the message may be printed, since newspapers print where a letter's writer lives.
    place: z
      .string()
      .min(mayPrint ? 1 : 0, texts.place)
      .max(MAX_NAME_LENGTH, texts.nameTooLong(MAX_NAME_LENGTH)),
    subject: z.string().refine((subject) => subjects.includes(subject), texts.subject),
    message: z
      .string()
      .min(1, texts.message)
      .max(MAX_MESSAGE_LENGTH, texts.messageTooLong(message.length, MAX_MESSAGE_LENGTH)),
  });
}

function getText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? removeControls(value.replace(/\r\n?/g, "\n")).trim() : "";
}
