import { describe, expect, it } from "vitest";
import { chooseHero } from "./hero.ts";

const story = (title: string, isPictured = false) => ({ title, isPictured });

describe("chooseHero", () => {
  it("takes the first story with a picture", () => {
    const stories = [story("first"), story("second", true), story("third", true)];
    expect(chooseHero(stories)?.title).toBe("second");
  });

  it("takes the first story where none has a picture", () => {
    expect(chooseHero([story("first"), story("second")])?.title).toBe("first");
  });

  it("takes none from none", () => {
    expect(chooseHero([])).toBeUndefined();
  });
});
