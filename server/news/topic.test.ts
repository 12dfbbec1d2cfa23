import { expect, it } from "vitest";
import { getTopic } from "./topic.ts";

const sports = { name: "Sports", shortName: "Sports", slug: "sports" };

it("returns the first category that reads as a part of the section", () => {
  expect(getTopic(["Baseball", "Tennis"], sports)).toBe("Baseball");
  expect(getTopic(["sports", "Sports", "News", "College Basketball"], sports)).toBe("College Basketball");
  expect(getTopic(["Fútbol & Béisbol"], sports)).toBe("Fútbol & Béisbol");
});

it("leaves out tags, reversed names, codes and long names", () => {
  const categories = ["us-politics", "Trump, Donald J", "Coronavirus (2019-nCoV)", "COVID-19"];
  expect(getTopic([...categories, "United States Politics and Government"], sports)).toBeNull();
  expect(getTopic([], sports)).toBeNull();
});
