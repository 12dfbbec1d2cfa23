import { z } from "zod";

/** Schemas of values in several of an edition's files. */

export const text = z.string().trim().min(1, "a text that is not empty");

export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "lower-case letters, digits and single hyphens");

export const webAddress = z.url({ protocol: /^https?$/, error: "an http or https address" });

export const href = z
  .string()
  .regex(/^(\/|#|https?:\/\/|mailto:)/, "a path that begins with /, or an http, https or mailto address");

export const link = z.strictObject({ label: text, href });

export const pixels = z.int().positive();

export const email = z.email("an e-mail address");

/** A third-party page, which an embed shows in a frame after a click. */
export const provider = z.strictObject({ name: text, url: webAddress });

export type Provider = z.infer<typeof provider>;
