import { describe, expect, it } from "vitest";
import { preferStoryWithImage } from "./hero.ts";

const story = (title: string, hasImage = false) => ({ title, hasImage });

describe("preferStoryWithImage", () => {
  it("chooses the first story with an image", () => {
    const stories = [story("first"), story("second", true), story("third", true)];
    expect(preferStoryWithImage(stories)?.title).toBe("second");
  });

  it("chooses the first story if none has an image", () => {
    expect(preferStoryWithImage([story("first"), story("second")])?.title).toBe("first");
  });

  it("returns undefined for an empty list", () => {
    expect(preferStoryWithImage([])).toBeUndefined();
  });
});
