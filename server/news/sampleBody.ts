import MarkdownIt from "markdown-it";
import type { SampleStory } from "../editions/load.ts";

const markdown = new MarkdownIt({ html: false, typographer: true });

/** The text of one of the edition's own stories, as HTML. */
export function sampleBody(sample: SampleStory): string {
  return markdown.render(sample.body);
}
