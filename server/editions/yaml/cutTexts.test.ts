import { expect, it } from "vitest";
import { listCutTexts } from "./cutTexts.ts";

it.each([
  [
    "name: News #1\n",
    'a.yaml:1: found "News", and after it a comment, #1; put quotes around both, or a space after #.',
  ],
  [
    "a: b\nlist:\n  - We are #One, too\n",
    'a.yaml:3: found "We are", and after it a comment, #One, too; put quotes around both, or a space after #.',
  ],
  [
    "name: &Local News\n",
    'a.yaml:1: found "News" without &Local, which YAML reads as the name of a value; put quotes around both.',
  ],
])("finds what YAML leaves out of %j", (source, message) => {
  expect(listCutTexts("a.yaml", source)).toEqual([message]);
});

it.each([
  "name: News # A comment\n",
  "name: 'News #1'\n",
  "name: C#\n",
  "#A comment\nname: News\n##\n",
  "a: &one News\nb: *one\n",
  "a:\n  - &one { b: c }\n",
  "text: |\n  We are #1\n",
])("finds nothing in %j", (source) => {
  expect(listCutTexts("a.yaml", source)).toEqual([]);
});
