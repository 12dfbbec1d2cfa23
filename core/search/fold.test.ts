import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldText, foldWord, tokenize } from "./fold.ts";

describe("foldText", () => {
  it.each([
    ["cities", "city"],
    ["HOUSES", "house"],
    ["Boxes", "box"],
    ["classes", "class"],
    ["buses", "bus"],
    ["movies", "movie"],
    ["Cafés", "cafe"],
    ["Straße", "STRASSE"],
    ["mayor’s", "mayor"],
    ["O’Hare", "ohare"],
    ["1,900", "1900"],
    ["Ångström", "angstrom"],
    ["camiones", "camión"],
    ["ciudades", "ciudad"],
    ["noticias", "Noticia"],
    ["países", "país"],
    ["puentes", "puente"],
    ["voces", "voz"],
    ["Luces", "luz"],
  ])("folds %s and %s alike", (one, other) => expect(foldText(one)).toEqual(foldText(other)));

  it.each([
    ["news", "new"],
    ["bus", "bu"],
    ["glass", "glas"],
  ])("tells %s and %s apart", (one, other) => expect(foldWord(one)).not.toBe(foldWord(other)));

  it("takes each character for a word where a script has no spaces", () => {
    expect(foldText("東京 2020年")).toEqual(["東", "京", "2020", "年"]);
  });
});

describe("tokenize", () => {
  const texts = fc.array(fc.constantFrom(...`aAsSeEyYiIu'’,,190 .-–“é一_\n`)).map((characters) => characters.join(""));

  it("does not depend on which kind of space separates words", () => {
    const withOtherSpaces = (text: string) => text.replaceAll(" ", "\u00a0");
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokenize(`${text} `)).toEqual(tokenize(withOtherSpaces(`${text} `)));
      }),
    );
  });

  it("returns the words of foldText with the place of each", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const tokens = tokenize(text);
        expect(tokens.map(({ word }) => word)).toEqual(foldText(text));
        expect(tokens.map(({ start, end }) => foldWord(text.slice(start, end)))).toEqual(foldText(text));
      }),
    );
  });
});
