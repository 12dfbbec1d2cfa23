import { z } from "zod";

/** The values that several of an edition's files hold. */

export const text = z.string().trim().min(1, "a text that is not empty");

export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "lower-case letters, digits and single hyphens");

export const webAddress = z.url({ protocol: /^https?$/, error: "an http or https address" });

export const href = z
  .string()
  .regex(/^(\/|#|https?:\/\/|mailto:)/, "a path that begins with /, or an http, https or mailto address");

export const link = z.strictObject({ label: text, href });
