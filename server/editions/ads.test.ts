import { describe, expect, it } from "vitest";
import { adsOn } from "./ads.ts";

const house = { title: "House", text: "Text", href: "/", tone: "lake" } as const;
const picture = { advertiser: "A", picture: "a.webp", alt: "A", href: "https://a.example/" };
const slot = { id: 1, place: "banner", size: "970x90", phone: false, house } as const;

describe("what stands in a slot", () => {
  const ads = [{ ...slot, zone: 7, sold: [{ ...picture, from: "2025-05-01", until: "2025-05-02" }] }];
  const adServer = { script: "https://ads.example/asyncjs.php", id: "abc" };
  const on = (instant: string) => adsOn({ ads, adServer, timeZone: "America/Chicago" }, Date.parse(instant))[0];

  it.each([
    ["2025-04-30T23:59:59-05:00", false],
    ["2025-05-01T00:00:00-05:00", true],
    ["2025-05-02T23:59:59-05:00", true],
    ["2025-05-03T00:00:00-05:00", false],
  ])("is the sold picture from the first day to the last, as the edition's clocks have them: %s", (instant, isSold) => {
    const found = on(instant);
    expect(found?.sold).toEqual(isSold ? { ...picture, picture: "/media/a.webp" } : null);
    expect(found?.served).toEqual(isSold ? null : { ...adServer, zone: 7 });
  });
});
