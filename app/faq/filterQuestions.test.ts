import { expect, it } from "vitest";
import { filterQuestions } from "./filterQuestions.ts";

const ENTRIES = [
  { slug: "radio", question: "Why doesn’t the radio start?", html: "<p>A <em>browser</em> waits for a click.</p>" },
  { slug: "cafe", question: "Is there a Café?", html: '<p>Yes: <a href="/radio">fish &amp; chips</a> at noon.</p>' },
];

it.each([
  ["", null],
  ["  ", null],
  ["RADIO", ["radio"]],
  ["doesn't start", ["radio"]],
  ["browser waits", ["radio"]],
  ["cafe", ["cafe"]],
  ["fish & chips", ["cafe"]],
  ["radio chips", []],
  ["href", []],
])("finds the questions that contain all words of %j: %j", (query, slugs) => {
  expect(filterQuestions(ENTRIES, query)).toEqual(slugs && new Set(slugs));
});
