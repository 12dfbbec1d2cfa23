import { describe, expect, it } from "vitest";
import { selectAds } from "./ads.ts";

const house = { title: "House", text: "Text", href: "/", tone: "lake" } as const;
const picture = { advertiser: "A", picture: "a.webp", alt: "A", href: "https://a.example/" };
const slot = { id: 1, place: "banner", size: "970x90", phone: false, house } as const;

describe("selectAds", () => {
  it("leaves out a slot without any ad", () => {
    expect(selectAds({ ads: [{ ...slot, sold: [] }], timeZone: "UTC" }, 0, () => undefined)).toEqual([]);
  });

  const ads = [{ ...slot, zone: 7, sold: [{ ...picture, from: "2025-05-01", until: "2025-05-02" }] }];
  const adServer = { script: "https://ads.example/asyncjs.php", id: "abc" };
  const on = (instant: string) =>
    selectAds({ ads, adServer, timeZone: "America/Chicago" }, Date.parse(instant), (house) => house)[0];

  it.each([
    ["2025-04-30T23:59:59-05:00", false],
    ["2025-05-01T00:00:00-05:00", true],
    ["2025-05-02T23:59:59-05:00", true],
    ["2025-05-03T00:00:00-05:00", false],
  ])("selects the sold ad from its first day to its last in the edition's time zone: %s", (instant, isSold) => {
    const found = on(instant);
    expect(found?.sold).toEqual(isSold ? { ...picture, picture: "/media/a.webp" } : null);
    expect(found?.served).toEqual(isSold ? null : { ...adServer, zone: 7 });
  });
});
