import { expect, it } from "vitest";
import { createAdmissionLimit } from "./admissionLimit.ts";

const LIMITS = { listeners: 4, perAddress: 2 };

it("rejects one address at its limit, and admits it again after a listener left", () => {
  const admit = createAdmissionLimit(() => 1);
  const release = admit("198.51.100.1", LIMITS) as () => void;
  admit("198.51.100.1", LIMITS);
  expect(admit("198.51.100.1", LIMITS)).toBe("address");
  expect(admit("198.51.100.2", LIMITS)).toBeTypeOf("function");
  release();
  // A second release has no effect.
  release();
  expect(admit("198.51.100.1", LIMITS)).toBeTypeOf("function");
  expect(admit("198.51.100.1", LIMITS)).toBe("address");
});

it("counts unknown clients toward the total only", () => {
  const admit = createAdmissionLimit(() => 1);
  for (let count = 0; count < 4; count++) expect(admit(null, LIMITS)).toBeTypeOf("function");
  expect(admit(null, LIMITS)).toBe("total");
});

it("admits a server's share of the listeners, which grows when another server ends", () => {
  let nodes = 3;
  const admit = createAdmissionLimit(() => nodes);
  for (let count = 0; count < 2; count++) expect(admit(null, LIMITS)).toBeTypeOf("function");
  expect(admit(null, LIMITS)).toBe("total");
  nodes = 1;
  for (let count = 0; count < 2; count++) expect(admit(null, LIMITS)).toBeTypeOf("function");
  expect(admit(null, LIMITS)).toBe("total");
});
