import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { DrawnLook } from "../../editions/look/drawnLook.ts";
import { drawSocialImage } from "./socialImage.ts";

const INPUT = {
  label: "Local News",
  nameplate: { first: "The Chicago", second: "Meridian" },
  emblem: { path: "M0 0h24v24z", count: 4 },
  tone: "lake" as const,
  seed: "story",
};

/** Returns the brightness of a region's pixels, 0 to 255. */
async function readPixels(bytes: Buffer, left: number, top: number, width: number, height: number): Promise<Buffer> {
  return sharp(bytes).extract({ left, top, width, height }).greyscale().raw().toBuffer();
}

/** Returns the mean difference in brightness between the pixels of two regions. */
function getDifference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

describe("drawSocialImage", () => {
  it.each([
    ["a headline", "City Council approves budget after marathon session, mayor says"],
    ["an endless headline", "Aldermen ".repeat(200)],
    ["an endless word", "W".repeat(2000)],
    ["markup and control characters", 'Budget </text><script>alert(1)</script> & "q" \u0000\ud83d'],
    ["several scripts", "Чикаго شيكاغو 芝加哥 🐻"],
    ["an empty headline", ""],
  ])("draws a JPEG file of 1200 by 630 pixels for %s", async (_, headline) => {
    const bytes = await drawSocialImage({ ...INPUT, headline });
    const { format, width, height } = await sharp(bytes).metadata();
    expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
  });

  it("keeps a long headline inside its margins", async () => {
    const bytes = await drawSocialImage({ ...INPUT, headline: "Commuters face months of closures ".repeat(20) });
    const countInk = async (left: number, width: number) =>
      (await readPixels(bytes, left, 0, width, 420)).filter((value) => value < 60).length;
    expect(await countInk(60, 1080)).toBeGreaterThan(10_000);
    expect([await countInk(0, 55), await countInk(1145, 55)]).toEqual([0, 0]);
  });

  it("draws headlines in the edition's typeface: a shipped one, or its own file", async () => {
    const draw = async (look?: DrawnLook, woff2?: Uint8Array) => {
      const bytes = await drawSocialImage({ ...INPUT, headline: "Bridge Opens", look }, woff2);
      return [await readPixels(bytes, 60, 120, 600, 90), await readPixels(bytes, 60, 560, 500, 50)] as const;
    };
    const [serif, plate] = await draw();
    const [sans, plateOfPairing] = await draw({ headlines: "libre-franklin" });
    const franklin = await readFile("app/styles/fonts/libre-franklin.woff2");
    const [own, plateOfOwn] = await draw({ headlines: { digest: "franklin" } }, franklin);
    expect(getDifference(sans, serif)).toBeGreaterThan(10);
    expect(getDifference(own, sans)).toBeLessThan(2);
    expect(getDifference(plateOfPairing, plate)).toBeLessThan(2);
    expect(getDifference(plateOfOwn, plate)).toBeGreaterThan(10);
  });

  it("ends a long nameplate before the emblem", async () => {
    const nameplate = { first: "The Greater Chicago Metropolitan", second: "Meridian and Evening Courier" };
    const bytes = await drawSocialImage({ ...INPUT, headline: "A", nameplate });
    expect(Math.max(...(await readPixels(bytes, 935, 540, 40, 90)))).toBeLessThan(120);
  });
});
