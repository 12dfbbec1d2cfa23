import { expect, it } from "vitest";
import { createAdmissionLimit } from "./admissionLimit.ts";

const CAPS = { listeners: 4, perAddress: 2 };

it("rejects one address at its limit, and admits it again when a listener has left", () => {
  const { admit } = createAdmissionLimit();
  const leave = admit("198.51.100.1", CAPS) as () => void;
  admit("198.51.100.1", CAPS);
  expect(admit("198.51.100.1", CAPS)).toBe("address");
  expect(admit("198.51.100.2", CAPS)).toBeTypeOf("function");
  leave();
  // Leaving twice gives back one place.
  leave();
  expect(admit("198.51.100.1", CAPS)).toBeTypeOf("function");
  expect(admit("198.51.100.1", CAPS)).toBe("address");
});

it("counts unknown clients toward the total only", () => {
  const { admit } = createAdmissionLimit();
  for (let count = 0; count < 4; count++) expect(admit(null, CAPS)).toBeTypeOf("function");
  expect(admit(null, CAPS)).toBe("total");
});
