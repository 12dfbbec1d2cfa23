import { expect, it } from "vitest";
import { loadEditions } from "../editions/loading/load.ts";
import { itemFromSample } from "./feedItem.ts";

it("resolves the relative links of a sample", async () => {
  const [edition] = await loadEditions("editions");
  const [section] = edition?.sections ?? [];
  const sample = section && edition?.samples.get(section.slug)?.[0];
  if (!edition || !sample) throw new Error("The edition has no sample.");
  const body = "See [the calendar](/events), [the top](#top) and [the city](https://city.example/a?b=1&c=2).";
  const { contentHtml, link } = itemFromSample({ ...sample, body }, edition, section, "https://post.example");
  expect(contentHtml).toBe(
    `<p>See <a href="https://post.example/events">the calendar</a>, <a href="${link}#top">the top</a> and <a href="https://city.example/a?b=1&amp;c=2">the city</a>.</p>\n`,
  );
});
