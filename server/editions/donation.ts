import { z } from "zod";
import { text, webAddress } from "./fields.ts";

/** What the edition asks its readers for, on the donation panel and at /support. */
export const donation = z.strictObject({
  title: text,
  text,
  /** What the money does, a sentence each. */
  uses: z.array(text).min(1),
  label: text,
  /** Where readers give; nothing of it is loaded before they go there. */
  href: webAddress,
});
