import { describe, expect, it } from "vitest";
import { parseEnvironment } from "./environmentSyntax.ts";

describe("parseEnvironment", () => {
  // Each file is followed by the values that systemd 252 reads from it.
  it.each([
    ["A=x#y # z", { A: "x#y # z" }],
    ["# comment\n  ; comment\n\nA=1", { A: "1" }],
    ["  A = v  \r\nB=\ty\t ", { A: "v", B: "y" }],
    ["A='a b'  \nB=\"c d\"", { A: "a b", B: "c d" }],
    ['A="x" y z \nB="a" "b"\nC="x"#y', { A: "xy z", B: "ab", C: "x#y" }],
    ['A=it\'s\nB=x"y"', { A: "it's", B: 'x"y"' }],
    ["A='a\\'\nB=1", { A: "a\\", B: "1" }],
    ['A="a\\"b\\n\\\\c\\$d"', { A: 'a"b\\n\\c$d' }],
    ["A=one \\\n  two\nB=3", { A: "one   two", B: "3" }],
    ['A="one\\\ntwo\nthree"', { A: "onetwo\nthree" }],
    ["A=x\\#y\nB=a\\ \nC=x \\", { A: "x#y", B: "a ", C: "x " }],
    ["A=first\nA=\nB==", { A: "", B: "=" }],
  ])("reads %j as systemd does", (source, values) => {
    expect(parseEnvironment(source)).toEqual(values);
  });

  it.each([
    ["A=1\n\nhunter2", "line 3: expected NAME=value, or # before a comment."],
    [
      "export A=1",
      "line 1: found a name other than letters, digits and _; remove export, which only shells understand.",
    ],
    ["A='one\ntwo'\nB C=1", "line 3: found a name other than letters, digits and _."],
    ["A=1\nB=\"it's\nC=2", "line 2: the quotation mark in the value of B is not closed."],
    ["# comment \\\nA=1", "line 1: remove the backslash at the end of the comment."],
  ])("refuses %j, which systemd ignores or reads differently by version", (source, message) => {
    expect(() => parseEnvironment(source)).toThrow(new Error(message));
  });
});
