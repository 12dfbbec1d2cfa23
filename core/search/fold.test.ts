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
    ["zucchinis", "zucchini"],
    ["irises", "iris"],
    ["neighbours", "neighbor"],
    ["Theatres", "theater"],
    ["organised", "organized"],
    ["catalogues", "catalog"],
    ["travelling", "traveling"],
    ["jewellery", "jewelry"],
    ["grey", "gray"],
  ])("folds %s and %s alike in English", (one, other) => expect(foldText(one, "en")).toEqual(foldText(other, "en")));

  it.each([
    ["news", "new"],
    ["bus", "bu"],
    ["glass", "glas"],
    ["luces", "luz"],
    ["Oz", "OC"],
    ["menus", "menú"],
    ["tour", "Thor"],
    ["hours", "hors"],
    ["sizes", "sis"],
  ])("tells %s and %s apart in English", (one, other) => expect(foldWord(one, "en")).not.toBe(foldWord(other, "en")));

  it.each([
    ["canciones", "canción"],
    ["ciudades", "ciudad"],
    ["noticias", "Noticia"],
    ["países", "país"],
    ["puentes", "puente"],
    ["voces", "voz"],
    ["Luces", "luz"],
    ["leyes", "ley"],
    ["autobuses", "autobús"],
    ["buses", "bus"],
    ["menús", "menú"],
    ["taxis", "taxi"],
    ["intereses", "interés"],
    ["ingleses", "inglés"],
    ["dioses", "dios"],
    ["meses", "mes"],
  ])("folds %s and %s alike in Spanish", (one, other) => expect(foldText(one, "es")).toEqual(foldText(other, "es")));

  it.each([
    ["martes", "Marte"],
    ["interés", "Inter"],
    ["dios", "dio"],
    ["cities", "city"],
  ])("tells %s and %s apart in Spanish", (one, other) => expect(foldWord(one, "es")).not.toBe(foldWord(other, "es")));

  it("takes each character for a word where a script has no spaces", () => {
    expect(foldText("東京 2020年", "en")).toEqual(["東", "京", "2020", "年"]);
  });
});

describe("tokenize", () => {
  const texts = fc.array(fc.constantFrom(...`aAsSeEyYiIu'’,,190 .-–“é一_\n`)).map((characters) => characters.join(""));

  it("does not depend on which kind of space separates words", () => {
    const withOtherSpaces = (text: string) => text.replaceAll(" ", "\u00a0");
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokenize(`${text} `, "en")).toEqual(tokenize(withOtherSpaces(`${text} `), "en"));
      }),
    );
  });

  it("returns the words of foldText with the place of each", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const tokens = tokenize(text, "en");
        expect(tokens.map(({ word }) => word)).toEqual(foldText(text, "en"));
        expect(tokens.map(({ start, end }) => foldWord(text.slice(start, end), "en"))).toEqual(foldText(text, "en"));
      }),
    );
  });
});
