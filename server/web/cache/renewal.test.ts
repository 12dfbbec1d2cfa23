import { describe, expect, it } from "vitest";
import { openRenewal } from "./renewal.ts";
import type { Kept } from "./shelf.ts";

const pageOf = (key: string) => ({ key, askedAt: 0 }) as Kept;

/** Something that makes pages one at a time, whenever the test says so. */
function openWorkshop() {
  const begun: Kept[] = [];
  const ends: (() => void)[] = [];
  const renewal = openRenewal((page) => {
    begun.push(page);
    return new Promise((resolve) => ends.push(() => resolve(0)));
  });
  return { renewal, begun, finish: () => ends.shift()?.() };
}

describe("pages that are made anew", () => {
  it("are waited for by a making that began after they were wanted", async () => {
    const { renewal, begun, finish } = openWorkshop();
    const page = pageOf("/");
    const first = renewal.want([page], undefined, 60_000);
    // It is being made as it was before.
    const second = renewal.want([page], undefined, 60_000);
    finish();
    await first;
    expect(begun).toEqual([page]);
    await expect.poll(() => begun.length).toBe(2);
    finish();
    await second;
    renewal.close();
  });

  it("are waited for no longer than somebody wants to, nor once they are kept no more", async () => {
    const { renewal, begun } = openWorkshop();
    const [made, waiting, dropped] = ["/", "/local", "/world"].map(pageOf) as [Kept, Kept, Kept];
    void renewal.want([made]);
    await renewal.want([waiting], undefined, 10);
    const done = renewal.want([dropped], undefined, 60_000);
    renewal.forget(dropped);
    await done;
    expect(begun).toEqual([made]);
    const closed = renewal.want([waiting], undefined, 60_000);
    renewal.close();
    await closed;
  });
});
