import { describe, expect, it } from "vitest";
import { formatCsvLine, parseCsv } from "./csv.ts";

describe("parseCsv", () => {
  it("reads quoted cells with commas, quotes and line ends, and counts their lines", () => {
    expect(parseCsv('\ufeffa,"b, ""c""\nd" \r\n\r\n e ,,f')).toEqual([
      { line: 1, cells: ["a", 'b, "c"\nd'] },
      { line: 4, cells: ["e", "", "f"] },
    ]);
  });

  it("takes the rest of a line with a malformed cell as one cell, and goes on", () => {
    expect(parseCsv('email,days\nrosa,"a" x,b\nvera,"c"\n')).toEqual([
      { line: 1, cells: ["email", "days"] },
      { line: 2, cells: ["rosa", 'a" x,b'] },
      { line: 3, cells: ["vera", "c"] },
    ]);
  });

  it("keeps an empty last cell, and one without a closing quote", () => {
    expect(parseCsv("a,").map(({ cells }) => cells)).toEqual([["a", ""]]);
    expect(parseCsv('"a\nb').map(({ cells }) => cells)).toEqual([["a\nb"]]);
  });
});

describe("formatCsvLine", () => {
  it("writes what parseCsv reads", () => {
    const cells = ["a", 'b "c"', "d,e", "", "f\ng"];
    expect(parseCsv(formatCsvLine(cells))[0]?.cells).toEqual(cells);
    expect(formatCsvLine([null, "a"])).toBe(",a");
  });
});
