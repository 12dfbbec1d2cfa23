import { describe, expect, it } from "vitest";
import { createIssueContent } from "../../../tests/support/briefingIssue.ts";
import { removeLastStory, selectBriefing } from "./subscriberBriefing.ts";

const content = createIssueContent(["local", "sports"]);
const listSlugs = (briefing: ReturnType<typeof selectBriefing> | null) =>
  briefing?.sections.map(({ stories }) => stories.map(({ slug }) => slug).join(" "));

const withStories = (storiesPerSection: number) => ({ newsletter: { storiesPerSection }, language: "en" });

describe("selectBriefing", () => {
  it("limits the stories of each chosen section", () => {
    expect(listSlugs(selectBriefing(content, null, withStories(2)))).toEqual(["local-1 local-2", "sports-1 sports-2"]);
    expect(listSlugs(selectBriefing(content, ["sports"], withStories(1)))).toEqual(["sports-1"]);
  });

  it("shows each story once, the hero's included", () => {
    const [local, sports] = content.sections;
    if (!local || !sports) throw new Error("The issue has no sections.");
    const repeated = { ...sports, stories: [content.hero, ...local.stories.slice(0, 1), ...sports.stories] };
    const briefing = selectBriefing({ ...content, sections: [local, repeated] }, null, withStories(2));
    expect(listSlugs(briefing)).toEqual(["local-1 local-2", "sports-1 sports-2"]);
  });

  it("truncates the subject after a word", () => {
    const title = `${"word ".repeat(30)}end`;
    const { subject } = selectBriefing({ ...content, hero: { ...content.hero, title } }, null, withStories(1));
    expect(subject).toBe(`${"word ".repeat(17).trimEnd()}…`);
  });
});

describe("removeLastStory", () => {
  it("removes stories from the end until the hero is left", () => {
    const briefing = selectBriefing(content, null, withStories(1));
    const shorter = removeLastStory(briefing);
    expect(listSlugs(shorter)).toEqual(["local-1"]);
    const shortest = shorter && removeLastStory(shorter);
    expect(listSlugs(shortest)).toEqual([]);
    expect(shortest && removeLastStory(shortest)).toBeNull();
  });
});
