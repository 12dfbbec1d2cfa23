import type { SampleStory } from "../editions/load.ts";
import { markdown } from "../editions/pageText.ts";

/** Renders the body of one of the edition's samples as HTML. */
export function sampleBody(sample: SampleStory): string {
  return markdown.render(sample.body);
}
