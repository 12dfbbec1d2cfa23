import { expect, it } from "vitest";
import { parseAttributes, removeShortcodes, replaceShortcodes } from "./shortcodes.ts";

it("replaces shortcodes with and without a closing one", () => {
  const replaced = replaceShortcodes(
    "a [caption x]b[/caption] [audio y][/audio] [audio z] [caption]",
    ["caption"],
    (found) => JSON.stringify(Object.values(found)),
  );
  expect(replaced).toBe('a ["caption"," x","b"] ["audio"," y",""] ["audio"," z",null] [caption]');
});

it("reads attributes in quotes and without", () => {
  expect([...parseAttributes(` ids="1,2" Src='/a b' width=3 data-x="y" bare`)]).toEqual([
    ["ids", "1,2"],
    ["src", "/a b"],
    ["width", "3"],
    ["data-x", "y"],
  ]);
});

it("tells shortcodes from words in brackets", () => {
  const text =
    '[sic] [form id="1"] [box]text[/box] [see page 3] [donate] [newsletter_signup] [pdf https://a.example/b]';
  expect(removeShortcodes(text)).toEqual({
    text: "[sic]  text [see page 3]   ",
    names: ["form", "box", "donate", "newsletter_signup", "pdf"],
  });
  expect(removeShortcodes("One.\n[mailchimp]\n\n[tweet 12] \nHe [laughs].\n[Sic]")).toEqual({
    text: "One.\n\n\n \nHe [laughs].\n[Sic]",
    names: ["mailchimp", "tweet"],
  });
});
