import type { SampleStory } from "../editions/load.ts";
import { markdown } from "../editions/markdown.ts";

/** The text of one of the edition's own stories, as HTML. */
export function sampleBody(sample: SampleStory): string {
  return markdown.render(sample.body);
}
