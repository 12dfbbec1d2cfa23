import { expect, it } from "vitest";
import { getLabelFeedUrl } from "../../core/ownFeeds.ts";
import { slugify } from "../../core/slug.ts";
import { listLabels } from "./authorsAndTopics.ts";

it.each([
  ["en", ["Ada Moss"]],
  ["en", ["Ada Moss", "Ben Cole"]],
  ["en", ["Ada Moss", "Ben Cole", "Cy Dunn"]],
  ["en", ["Ada Moss, MD", "Rosencrantz and Guildenstern"]],
  ["es", ["José Ortega y Gasset", "Iker Ibáñez"]],
  ["de", ["Ada Moss", "Ben Cole"]],
])("links the authors of a byline in %s: %j", (language, names) => {
  const story = {
    author: new Intl.ListFormat(language).format(names),
    categories: [],
    allCarriers: ["own:chicago/local", ...names.map((name) => getLabelFeedUrl("chicago", "author", slugify(name)))],
  };
  expect(listLabels(story, "author")).toEqual(
    names.map((name) => ({ name, href: `/author/${encodeURIComponent(slugify(name))}` })),
  );
});
