import { z } from "zod";

/** A calendar whose events the edition lists: the address of an iCalendar file. */
export const calendarSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: "an http or https address" }),
  publisher: z.string().trim().min(1, "a text that is not empty"),
});
