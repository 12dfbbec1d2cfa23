import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseAuthor, cleanAuthor, formatByline, joinAuthors, readAuthor, removeEmails } from "./cleanAuthor.ts";

const TIMES = "The New York Times";

describe("a byline", () => {
  it.each([
    ["Rick Rojas", TIMES, "Rick Rojas, The New York Times"],
    ["Staff Writer", TIMES, "Staff Writer, The New York Times"],
    ["", TIMES, "Staff Writer, The New York Times"],
    ["Staff Writer", null, "Staff Writer"],
    ["Ada Moss", null, "Ada Moss"],
    ["By Rick Rojas", TIMES, "Rick Rojas, The New York Times"],
    ["By By Rick Rojas", TIMES, "Rick Rojas, The New York Times"],
    ["BY: RICK ROJAS AND ANN O'NEIL", TIMES, "Rick Rojas and Ann O'Neil, The New York Times"],
    ["Byron Lee", "NPR", "Byron Lee, NPR"],
    ["newsfeeds@nzherald.co.nz", "NZ Herald", "Staff Writer, NZ Herald"],
    ["desk@wire.example (Ida Wells)", "The Wire", "Ida Wells, The Wire"],
    ["Ida Wells <desk@wire.example>", "The Wire", "Ida Wells, The Wire"],
    ["NPR", "NPR", "NPR"],
    ["new york times", TIMES, TIMES],
    ["Ann Lee | NPR", "NPR", "Ann Lee, NPR"],
    ["Sarah Block", "Block", "Sarah Block, Block"],
    ["Ann Lee, ".repeat(20), "NPR", "NPR"],
  ])("of %j and %j is %j", (author, source, byline) => {
    expect(formatByline({ author, source })).toBe(byline);
  });

  it("names the publisher of any author's text, and stays as it is when formatted again", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.emailAddress()),
        fc.constantFrom("NPR", "WBEZ Chicago"),
        (author, source) => {
          expect(formatByline({ author, source }).endsWith(source)).toBe(true);
          const clean = cleanAuthor({ author, source });
          expect(formatByline({ author: clean, source })).toBe(formatByline({ author, source }));
        },
      ),
    );
  });
});

it.each([
  ["RICK ROJAS", "Rick Rojas"],
  ["J.D. MCDONALD III", "J.D. McDonald III"],
  ["ANNA McDONALD and JO O’NEILL", "Anna McDonald and Jo O’Neill"],
  ["Ann McDONALD", "Ann McDONALD"],
  ["LUDWIG VAN DER BERG-SMITH", "Ludwig van der Berg-Smith"],
  ["WBEZ STAFF", "WBEZ Staff"],
  ["AP", "AP"],
  ["REUTERS", "Reuters"],
  ["SIOBHÁN O’NEILL", "Siobhán O’Neill"],
  ["CHICAGO'S DESK", "Chicago's Desk"],
  ["SUSANNE CRAIG, JO BECKER and JESSE DRUCKER", "Susanne Craig, Jo Becker and Jesse Drucker"],
  ["Ann LEE", "Ann LEE"],
])("sets the author %j as %j", (author, name) => {
  expect(cleanAuthor({ author, source: "WBEZ Chicago" })).toBe(name);
});

it.each([
  ["Ann Lee, ann@wire.example, Bo Ray", "Ann Lee, Bo Ray"],
  ["ann@wire.example; Bo Ray", "Bo Ray"],
  ["[email protected] (Ann Lee)", "Ann Lee"],
  ["Ann Lee (@annlee)", "Ann Lee (@annlee)"],
  ["Ann Lee (Boston)", "Ann Lee (Boston)"],
  ["mailto:ann@wire.example", ""],
])("removes the addresses from %j", (author, names) => {
  expect(removeEmails(author)).toBe(names);
});

it.each([
  ["mlowe@gazette.example (mlowe)", ""],
  ["Admin", ""],
  ["wp-admin2", ""],
  ["noreply@blogger.com (Unknown)", ""],
  ["newsroom@gazette.example", ""],
  ["https://gazette.example/staff/mona-lowe", ""],
  ["news@gazette.example (By MONA LOWE mlowe@gazette.example)", "MONA LOWE"],
  ["By Mona Lowe |", "Mona Lowe"],
  ["Mona Lowe | @mlowe_", "Mona Lowe"],
  ["Mona Lowe | Gazette Staff", "Mona Lowe | Gazette Staff"],
  ["Mona Lowe –", "Mona Lowe"],
  ["@mlowe_", "@mlowe_"],
  ["Administrator Lowe", "Administrator Lowe"],
])("reads the author %j as %j", (author, name) => {
  expect(readAuthor(author)).toBe(name);
});

it("prefers names to accounts, and keeps an account that is all there is", () => {
  expect(joinAuthors(["mlowe", "Bo Ray", "Bo Ray"])).toBe("Bo Ray");
  expect(joinAuthors(["mlowe", "ray.b2"])).toBe("mlowe, ray.b2");
  expect(joinAuthors([])).toBeNull();
  expect(chooseAuthor(["mlowe", null, "desk@gazette.example (Mona Lowe)"])).toBe("desk@gazette.example (Mona Lowe)");
  expect(chooseAuthor(["bell hooks", "Mona Lowe"])).toBe("bell hooks");
  expect(chooseAuthor([null])).toBeNull();
});
