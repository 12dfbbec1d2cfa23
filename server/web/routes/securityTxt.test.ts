import { describe, expect, it } from "vitest";
import { buildSecurityTxt } from "./securityTxt.ts";

const NOW = Temporal.Instant.from("2026-04-20T12:34:56Z");
const EDITION = { newsroomEmail: "newsroom@meridian.example", language: "en-US", securityContact: undefined };

describe("buildSecurityTxt", () => {
  it("names the newsroom, and expires in 90 days", () => {
    expect(buildSecurityTxt(EDITION, "https://meridian.example", NOW)).toBe(`Contact: mailto:newsroom@meridian.example
Expires: 2026-07-19T12:00:00Z
Preferred-Languages: en-US
Canonical: https://meridian.example/.well-known/security.txt
`);
  });

  it("names the edition's own contact, an address or a page", () => {
    const build = (securityContact: string) =>
      buildSecurityTxt({ ...EDITION, securityContact }, "https://a.example", NOW);
    expect(build("security@meridian.example")).toContain("Contact: mailto:security@meridian.example\n");
    expect(build("https://meridian.example/report")).toContain("Contact: https://meridian.example/report\n");
  });
});
