import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EditionError, parseYaml, readYaml } from "./yaml.ts";

const schema = z.strictObject({
  name: z.string(),
  "first page": z.number().optional(),
  items: z.array(z.strictObject({ tags: z.array(z.string()).default([]), size: z.number().optional() })).default([]),
});

/** Returns the faults of a file, without the file's name. */
function explain(source: string): string[] {
  try {
    readYaml("a.yaml", source, schema);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(EditionError);
    return (error as Error).message.split("\n").map((line) => line.replace("a.yaml:", ""));
  }
}

describe("readYaml", () => {
  it.each([
    ["a value", "# Comment\nname: 7\n", '2: name: found 7; expected text; put it in quotes, as in "7".'],
    ["a missing value, by what contains it", "items: []\n", "1: name: found nothing; expected text."],
    ["an empty value", "\nname:\n", "2: name: found an empty value; expected text."],
    [
      "a text that begins a comment",
      "name: #7 News\n",
      '1: name: found #7 News, which begins a comment; put it in quotes: "#7 News".',
    ],
    ["a quoted key", 'name: a\n"first page": b\n', '2: first page: found "b"; expected a number.'],
    [
      "a value in lists",
      "name: a\nitems:\n  - tags: [x, y]\n  - size: 1\n    tags:\n      - x\n      - 5\n",
      '7: items.1.tags.1: found 5; expected text; put it in quotes, as in "5".',
    ],
    [
      "a value in braces over several lines",
      "name: a\nitems: [\n  {tags: [x]},\n  {size: b}\n  ]\n",
      '4: items.1.size: found "b"; expected a number.',
    ],
    [
      "a value behind an alias, by the alias",
      "name: a\nitems:\n  - &one {size: b}\n  - *one\n",
      ['3: items.0.size: found "b"; expected a number.', '4: items.1.size: found "b"; expected a number.'],
    ],
    [
      "an unknown key",
      "name: a\nitems:\n  - size: 1\n    sise: 2\n",
      '4: found the key "sise" in items.0; allowed here: tags, size.',
    ],
    [
      "a key that is nearly a known one, once, although the known one is missing",
      "# Comment\nnaem: a\n",
      '2: found the key "naem"; did you mean "name"? Allowed here: name, first page, items.',
    ],
    [
      "a key in another case",
      "name: a\nFirst-Page: 1\n",
      '2: found the key "First-Page"; did you mean "first page"? Allowed here: name, first page, items.',
    ],
    [
      "a block text",
      "name: |\n  first\n  second\nitems: none\n",
      '4: items: found "none"; expected a list, with a hyphen before each entry, as in - { tags: …, size: … }.',
    ],
  ])("names the line of %s", (_what, source, fault) => {
    expect(explain(source)).toEqual([fault].flat());
  });

  it("names all faults in the order of their lines", () => {
    const source = "items:\n  - size: b\n    tgs: [x]\nname: 7\nplace: a\n";
    expect(explain(source)).toEqual([
      '2: items.0.size: found "b"; expected a number.',
      '3: found the key "tgs" in items.0; did you mean "tags"? Allowed here: tags, size.',
      '4: name: found 7; expected text; put it in quotes, as in "7".',
      '5: found the key "place"; allowed here: name, first page, items.',
    ]);
  });
});

describe("parseYaml", () => {
  it("follows YAML 1.2: dates are texts, and only true and false are booleans", () => {
    const source = "date: 2025-04-17\nanswer: yes\nport: 0o17\nempty:\ntrue: false\n";
    expect(parseYaml("a.yaml", source)).toEqual({
      date: "2025-04-17",
      answer: "yes",
      port: 15,
      empty: null,
      true: false,
    });
  });

  it.each([
    ["a bracket that is not closed", "a: 1\nb: [1\n"],
    ["a closing bracket that is not indented", "a: [\n  1\n]\n"],
    ["a key that occurs twice", "a: 1\nb: 2\na: 3\n"],
    ["an unknown alias", "a: *b\n"],
    ["an empty file", "# Nothing.\n"],
    ["two documents", "a: 1\n---\nb: 2\n"],
    ["more aliases than a file needs", `a: &a [1]\nb: [${"*a, ".repeat(101)}]\n`],
    ["deep nesting", "[".repeat(10_000)],
  ])("rejects %s with a line", (_what, source) => {
    expect(() => parseYaml("a.yaml", source)).toThrow(/^a\.yaml:\d+: this is not YAML: [^\n]+\.$/);
  });

  it.each([
    ["a tab", "a:\n\tb: 1\n", "2: this is not YAML: found a tab in the indentation; expected spaces."],
    [
      "a key that occurs twice",
      "a: 1\nb: 2\na: 3\n",
      "3: this is not YAML: found the key a a second time; a key may appear once.",
    ],
    [
      "a missing space, in the line before the parser's",
      "a: 1\nurl:https://a.test\nb: 2\n",
      '2: this is not YAML: found no space after "url:"; expected a key, a colon, a space and the value.',
    ],
    [
      "a colon in a text",
      "a: 1\ntext: Rates: sizes\n",
      "2: this is not YAML: found a text with a colon or a quotation mark; put it in double quotes.",
    ],
    [
      "an apostrophe in single quotes",
      "text: 'the city's news'\n",
      "1: this is not YAML: found a text with a colon or a quotation mark; put it in double quotes.",
    ],
    [
      "a wrong indentation",
      "a:\n- url: x\n publisher: y\n",
      "3: this is not YAML: found a line that is indented more or less than its neighbors; expected the same indentation.",
    ],
    [
      "a color without quotes",
      "a: { b: #0b6e4f }\n",
      '1: this is not YAML: found #0b6e4f, which begins a comment; put it in quotes: "#0b6e4f".',
    ],
    ["an asterisk", "a: *Local\n", "1: this is not YAML: found a text that begins with *; put it in double quotes."],
    [
      "an exclamation point",
      "a: !News\n",
      "1: this is not YAML: found a text that begins with !; put it in double quotes.",
    ],
    ["a vertical bar", "a: | News\n", "1: this is not YAML: found a text that begins with |; put it in double quotes."],
    [
      "words after a quotation",
      'a: "News" of us\n',
      "1: this is not YAML: found a text with a colon or a quotation mark; put it in double quotes.",
    ],
    [
      "a bracket that is not closed",
      "a: [1\nb: 2\n",
      "2: this is not YAML: found a bracket, brace or quotation mark that is not closed, or a comma too many or too few, here or above.",
    ],
  ])("explains %s", (_what, source, fault) => {
    expect(explain(source)).toEqual([fault]);
  });
});
