import { z } from "zod";

/** The values that several of an edition's files hold. */

export const text = z.string().trim().min(1, "a text that is not empty");

export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "lower-case letters, digits and single hyphens");

export const webAddress = z.url({ protocol: /^https?$/, error: "an http or https address" });

export const href = z
  .string()
  .regex(/^(\/|#|https?:\/\/|mailto:)/, "a path that begins with /, or an http, https or mailto address");

export const link = z.strictObject({ label: text, href });

export const pixels = z.int().positive();

export const email = z.email("an e-mail address");

/** Somebody else's page, which an embed shows in a frame once the reader asks for it. */
export const provider = z.strictObject({ name: text, url: webAddress });

export type Provider = z.infer<typeof provider>;
