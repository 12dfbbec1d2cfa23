import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Made } from "../../web/cache/kept.ts";
import type { RequestedSite } from "../../web/sites.ts";
import { type Claim, take } from "./claim.ts";
import { sharePages } from "./sharing.ts";

const SITE = { siteUrl: "https://meridian.example", prefix: "", isKept: true } as RequestedSite;

const madeBy = (name: string): Made => ({ status: 200, headers: {}, body: Buffer.from(name), tags: new Set() });

/** A newsroom that does what the test says with the pages that it is offered, and this thread, which makes its own at once. */
function openHouse() {
  const offered: { url: string; claim: Claim; bring(made: Made | null): void; fail(): void; isWithdrawn: boolean }[] =
    [];
  const madeHere: string[] = [];
  const make = sharePages(
    {
      offer([{ url }], claim) {
        const { promise, resolve, reject } = Promise.withResolvers<Made | null>();
        const offer = { url, claim, bring: resolve, fail: () => reject(new Error("late")), isWithdrawn: false };
        offered.push(offer);
        const withdraw = () => {
          offer.isWithdrawn = true;
          resolve(null);
        };
        return { made: promise, withdraw };
      },
    },
    async ({ url }) => {
      madeHere.push(new URL(url).pathname);
      return madeBy("here");
    },
  );
  const ask = async (path: string) => String((await make(new Request(SITE.siteUrl + path), SITE)).body);
  return { ask, offered, madeHere };
}

describe("pages that readers wait for", () => {
  it("are made here, one after another, where the newsroom takes none", async () => {
    const { ask, offered, madeHere } = openHouse();
    expect(await Promise.all(["/a", "/b", "/c"].map(ask))).toEqual(["here", "here", "here"]);
    expect(madeHere).toEqual(["/a", "/b", "/c"]);
    // The first needs nobody's help, and what is made is not offered any more.
    expect(offered.map(({ url }) => new URL(url).pathname)).toEqual(["/b", "/c"]);
    expect(offered.every(({ isWithdrawn }) => isWithdrawn)).toBe(true);
  });

  it("leave time between two of them for what is kept", async () => {
    const { ask, madeHere } = openHouse();
    const all = Promise.all(["/a", "/b"].map(ask));
    expect(madeHere).toEqual([]);
    await setImmediate();
    expect(madeHere).toEqual(["/a"]);
    await all;
  });

  it("are made once, by the newsroom where it comes to them first", async () => {
    const { ask, offered, madeHere } = openHouse();
    const all = Promise.all(["/a", "/b", "/c"].map(ask));
    const [b] = offered;
    expect(b && take(b.claim)).toBe(true);
    await expect.poll(() => madeHere).toEqual(["/a", "/c"]);
    b?.bring(madeBy("there"));
    expect(await all).toEqual(["here", "there", "here"]);
  });

  it.each(["gone", "late"])("are made here where the newsroom took them and is %s", async (fate) => {
    const { ask, offered, madeHere } = openHouse();
    const all = Promise.all(["/a", "/b"].map(ask));
    const [b] = offered;
    expect(b && take(b.claim)).toBe(true);
    await expect.poll(() => madeHere).toEqual(["/a"]);
    if (fate === "gone") b?.bring(null);
    else b?.fail();
    expect(await all).toEqual(["here", "here"]);
    expect(madeHere).toEqual(["/a", "/b"]);
  });

  it("are made here once where the newsroom is gone before it took them", async () => {
    const { ask, offered, madeHere } = openHouse();
    const all = Promise.all(["/a", "/b"].map(ask));
    for (const { bring } of offered) bring(null);
    expect(await all).toEqual(["here", "here"]);
    expect(madeHere).toEqual(["/a", "/b"]);
  });
});
