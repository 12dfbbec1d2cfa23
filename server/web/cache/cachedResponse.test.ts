import { expect, it } from "vitest";
import { toCachedResponse } from "./cachedResponse.ts";

it.each(["1\r\nx-two: 2", "1\u0001", "№"])(
  "rejects a header that node:http would refuse to send: %j",
  async (value) => {
    const page = { status: 200, headers: { "x-one": value }, body: Buffer.from("News") };
    await expect(toCachedResponse(page, "quick")).rejects.toThrow(/x-one/);
  },
);
