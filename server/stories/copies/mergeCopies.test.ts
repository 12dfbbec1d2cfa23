import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CopyContent } from "../copyContent.ts";
import { mergeCopies } from "./mergeCopies.ts";

const BASE: CopyContent = {
  title: "Ferry",
  deck: "",
  sections: ["local"],
  byline: ["Ada Moss"],
  place: "",
  topics: [],
  image: { file: "own:media/a", alt: "A ferry", caption: "", credit: "" },
  canonical: "https://partner.example/ferry",
  body: "One.\n\nTwo.",
};

describe("mergeCopies", () => {
  it("merges fields one by one, also those of an image", () => {
    const { canonical: _, ...ours } = {
      ...BASE,
      deck: "It returns",
      image: { ...BASE.image, file: "own:media/a", caption: "At dusk", alt: "A ferry", credit: "" },
    };
    const theirs = {
      ...BASE,
      topics: ["Coast"],
      image: { file: "own:media/a", alt: "A ferry", caption: "", credit: "Ben Cole" },
    };
    const { content, conflicts, fieldConflicts } = mergeCopies(BASE, ours, theirs);
    expect([conflicts, fieldConflicts]).toEqual([[], []]);
    expect(content).toMatchObject({
      deck: "It returns",
      topics: ["Coast"],
      image: { caption: "At dusk", credit: "Ben Cole" },
    });
    expect(JSON.parse(JSON.stringify(content))).not.toHaveProperty("canonical");
  });

  it("names the fields that both changed, and takes ours", () => {
    const image = { file: "own:media/b", alt: "", caption: "", credit: "" };
    const ours = { ...BASE, title: "Ferries", byline: ["Cy Dunn"], image };
    const { image: _, ...theirs } = { ...BASE, title: "The ferry", byline: ["Cy Dunn"] };
    const { content, fieldConflicts } = mergeCopies(BASE, ours, theirs);
    expect(fieldConflicts).toEqual(["title", "image"]);
    expect(content).toMatchObject({ title: "Ferries", byline: ["Cy Dunn"], image });
  });

  it("names an image once if both changed parts of it", () => {
    const change = (alt: string, caption: string) => ({ ...BASE, image: { file: "a", alt, caption, credit: "" } });
    const { content, fieldConflicts } = mergeCopies(
      change("", ""),
      change("A ferry", "Dusk"),
      change("A boat", "Dawn"),
    );
    expect(fieldConflicts).toEqual(["image"]);
    expect(content.image).toMatchObject({ alt: "A ferry", caption: "Dusk" });
  });

  it("loses no word when editors change different paragraphs, in any order of saves", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 5 });
    const edits = fc.array(fc.tuple(fc.nat(5), words), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(edits, fc.array(fc.nat(5), { minLength: 30, maxLength: 30 }), (all, savers) => {
        const paragraphs = Array.from({ length: 6 }, (_, editor) => `Paragraph ${editor}.`);
        const start = { ...BASE, body: paragraphs.join("\n\n") };
        // Each editor changes one paragraph, and receives the changes of other editors only when saving.
        const editors = paragraphs.map((text) => ({ text, base: start, own: start }));
        let copy: CopyContent = start;
        const save = (number: number) => {
          const editor = editors[number];
          if (!editor) return;
          const merged = mergeCopies(editor.base, editor.own, copy);
          expect(merged.conflicts).toEqual([]);
          copy = merged.content;
          editor.base = copy;
          editor.own = copy;
        };
        for (const [step, [number, added]] of all.entries()) {
          const editor = editors[number];
          if (!editor) continue;
          const text = `${editor.text} ${added.join(" ")}`;
          editor.own = { ...editor.own, body: editor.own.body.replace(editor.text, () => text) };
          editor.text = text;
          save(savers[step] ?? 0);
        }
        for (const number of editors.keys()) save(number);
        expect(copy.body).toBe(editors.map(({ text }) => text).join("\n\n"));
      }),
      { numRuns: 60 },
    );
  });
});
