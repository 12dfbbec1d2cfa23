import { z } from "zod";
import { slugify, toUniqueSlug } from "../../../core/slug.ts";
import { slug, text } from "../fields.ts";
import { findNearest } from "../yaml/nearest.ts";
import { EditionError, readYamlFile } from "../yaml/yaml.ts";
import { findLineInFile } from "../yaml/yamlLines.ts";

const sample = z.strictObject({
  title: text.describe("Title of the story; its address is made from it."),
  author: text.describe("Name in the byline."),
  date: z.iso
    .datetime({
      offset: true,
      error: "an ISO date and time with its offset, such as 2025-04-17T06:30:00-05:00",
    })
    .describe("Date and time with its offset."),
  description: text.describe("Summary in lists."),
  body: text.describe("Text in Markdown."),
});

/** Schema of `samples.yaml`. */
export const samplesSchema = z.record(slug, z.array(sample)).describe("Sample stories by section slug.");

type Sample = z.infer<typeof sample>;

/** A sample with its slug. */
export interface SampleStory extends Sample {
  slug: string;
}

/**
 * Reads `samples.yaml`. Returns an empty map if the file is missing.
 *
 * @param sections slugs of the edition's sections; undefined if `edition.yaml` is invalid
 * @returns samples by section, newest first
 * @throws {EditionError} with a line per fault
 */
export async function loadSamples(
  path: string,
  sections: readonly string[] | undefined,
): Promise<Map<string, SampleStory[]>> {
  const file = (await readYamlFile(path, samplesSchema)) ?? {};
  const unknown = Object.keys(file).filter((slug) => sections && !sections.includes(slug));
  const faults = await Promise.all(
    unknown.map(async (slug) => {
      const meant = findNearest(slug, sections ?? []);
      const hint = meant ? `; did you mean "${meant}"?` : ".";
      return `${path}:${await findLineInFile(path, [slug])}: found samples for "${slug}", which is no section of edition.yaml${hint}`;
    }),
  );
  if (faults.length > 0) throw new EditionError(faults.join("\n"));
  return toSampleStories(file);
}

/** Gives each sample a unique slug, and sorts each section's samples, newest first. */
function toSampleStories(samples: Record<string, Sample[]>): Map<string, SampleStory[]> {
  const taken = new Set<string>();
  return new Map(
    Object.entries(samples).map(([section, list]) => {
      const stories = list.map((sample) => {
        const slug = toUniqueSlug(slugify(sample.title) || "story", (candidate) => taken.has(candidate));
        taken.add(slug);
        return { ...sample, slug };
      });
      return [section, stories.sort((a, b) => Date.parse(b.date) - Date.parse(a.date))];
    }),
  );
}
