import { describe, expect, it } from "vitest";
import { createIssueContent } from "../../../tests/support/briefingIssue.ts";
import { eraseStories, omitTakenDown, restoreStory } from "./takenDownStories.ts";

const content = createIssueContent(["local", "sports"]);
const listSlugs = ({ hero, sections }: typeof content) =>
  [hero, ...sections.flatMap(({ stories }) => stories)].map(({ slug }) => slug).join(" ");

describe("eraseStories", () => {
  it("erases every entry of a story, and restoreStory restores them", () => {
    const [local] = content.sections;
    const repeated = { ...content, hero: local?.stories[1] ?? content.hero };
    const { content: erased, erased: originals } = eraseStories(repeated, new Set(["local-2", "unknown"]));
    expect(JSON.stringify(erased)).not.toContain("local desk’s story number 2");
    expect([...originals.keys()]).toEqual(["local-2"]);
    const [original] = originals.values();
    expect(original && restoreStory(erased, original)).toEqual(repeated);
  });
});

describe("corrections", () => {
  it("are removed with their story, even if the issue has no other entry of it", () => {
    const corrections = ["ferry", "pier"].map((slug) => ({ slug, title: slug, text: `The ${slug} has nine boats.` }));
    const { content: rest, isChanged } = eraseStories({ ...content, corrections }, new Set(["ferry"]));
    expect(isChanged).toBe(true);
    expect(rest.corrections.map(({ slug }) => slug)).toEqual(["pier"]);
    expect(eraseStories(rest, new Set(["ferry"])).isChanged).toBe(false);
  });
});

describe("omitTakenDown", () => {
  it("removes erased stories, and leads with the next one", () => {
    const { content: erased } = eraseStories(content, new Set(["front-1", "local-1", "sports-2"]));
    expect(listSlugs(omitTakenDown(erased, "en"))).toBe("local-2 local-2 local-3 sports-1 sports-3");
    expect(omitTakenDown(content, "en")).toEqual(content);
  });

  it("says that the story was taken down if no other is left", () => {
    const { content: erased } = eraseStories({ ...content, sections: [] }, new Set(["front-1"]));
    expect(omitTakenDown(erased, "en").hero.title).toBe("This story was taken down.");
  });
});
