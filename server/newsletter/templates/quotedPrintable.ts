import { encode, wrap } from "nodemailer/lib/qp";

const LINE = 76;

/** A text as quoted-printable has it, in lines of at most 76 characters. */
export function encodeText(text: string): string {
  return wrap(encode(text.replace(/\r?\n/g, "\r\n")), LINE);
}
