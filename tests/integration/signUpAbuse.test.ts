import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signFormTime } from "../../server/newsletter/subscribing/formTime.ts";
import { type SignUpSite, startSignUpSite } from "../support/signUpSite.ts";

let site: SignUpSite;

beforeAll(async () => {
  site = await startSignUpSite();
});
afterAll(() => site.close());

describe("abuse of the sign-up form", () => {
  it("cannot inject headers or recipients", async () => {
    for (const email of [
      "rosa@reader.example\r\nBcc: all@reader.example",
      "rosa@reader.example\nRCPT TO:<all@reader.example>",
      '"rosa\r\nBcc: all@reader.example"@reader.example',
      "rosa@reader.example,all@reader.example",
      "rosa@reader.example\u2028Bcc: all@reader.example",
      "rosa@reader.example%0d%0aBcc:all@reader.example",
    ])
      expect((await site.signUp(email)).status, email).toBe(422);
    expect(site.mailHost.mails.some(({ to, source }) => to.length !== 1 || /^Bcc:/m.test(source))).toBe(false);
  });

  it("is limited per network, with an explanation", async () => {
    const from = { "x-forwarded-for": "203.0.113.9" };
    for (let count = 0; count < 10; count++)
      expect(
        (await site.signUp(`many-${count}@reader.example`, { "x-forwarded-for": `203.0.113.${count}` })).status,
      ).toBe(303);
    const next = await site.signUp("many-10@reader.example", from);
    expect(next.status).toBe(429);
    expect(await next.text()).toContain("Too many addresses were signed up from your network in the past hour.");
    expect(await site.getStatus("many-10@reader.example")).toBeUndefined();
    // Each network has its own limit. The limit is higher for forms with a valid signed time, which is a time that the
    // site signed for the same network in the past day.
    const sign = (ageMs: number, network = "203.0.113") => signFormTime(site.tokens, network, Date.now() - ageMs);
    const sendMore = async (started: string, number: number) =>
      (await site.post("/newsletter", { email: `more-${number}@reader.example`, started }, from)).status;
    const forged = `${Date.now().toString(36)}-${"0".repeat(40)}`;
    for (const [index, started] of ["9000", forged, sign(25 * 3_600_000), sign(9000, "203.0.114")].entries())
      expect(await sendMore(started, index), started).toBe(429);
    // A signed time that is only a second old is valid, since a person with autofill needs no longer. The same signed
    // time can be sent again until the network's limit is reached.
    const filled = sign(1000);
    for (let number = 0; number < 20; number++) expect(await sendMore(filled, number)).toBe(303);
    expect(await sendMore(filled, 20)).toBe(429);
    expect((await site.signUp("many-12@reader.example", { "x-forwarded-for": "203.0.114.9" })).status).toBe(303);
    expect((await site.signUp("many-13@reader.example", { "x-forwarded-for": "2001:db8:1:1::5" })).status).toBe(303);
  });

  it("is limited to three mails per address and day from any network", async () => {
    for (let count = 1; count <= 3; count++) {
      expect((await site.signUp(count === 2 ? "BOMBED@reader.example" : "bombed@reader.example")).status).toBe(303);
      await site.waitForMail("bombed@reader.example", count);
    }
    for (let count = 0; count < 5; count++) {
      const response = await site.signUp("bombed@reader.example");
      expect([response.status, await response.text()]).toEqual([
        429,
        expect.stringContaining("This address was signed up 3 times in a day, so we won’t email it again today."),
      ]);
    }
    expect(site.mailHost.mails.filter(({ to }) => to.includes("bombed@reader.example"))).toHaveLength(3);
  });

  it("counts addresses with a tag as the one mailbox that they are", async () => {
    for (const tag of ["a", "b", "c"]) expect((await site.signUp(`tagged+${tag}@reader.example`)).status).toBe(303);
    expect((await site.signUp("tagged+d@reader.example")).status).toBe(429);
  });

  it("is stopped by the honeypot field, and works without JavaScript", async () => {
    expect((await site.post("/newsletter", { email: "trap@reader.example", website: "x" })).status).toBe(303);
    expect(await site.getStatus("trap@reader.example")).toBeUndefined();
    expect((await site.post("/newsletter", { email: "filled@reader.example", started: "" })).status).toBe(303);
    expect(await site.getStatus("filled@reader.example")).toBe("pending");
    const noForm = await fetch(`${site.url}/newsletter`, { method: "POST", body: "{}" });
    expect(noForm.status).toBe(422);
  });

  it("gets the time of its first use from the site, and no cache keeps it", async () => {
    const response = await fetch(`${site.url}/api/newsletter/time`, { headers: { "x-forwarded-for": "203.0.115.9" } });
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const signed = await response.text();
    expect(signed).toBe(signFormTime(site.tokens, "203.0.115", Number.parseInt(signed, 36)));
    const page = await fetch(`${site.url}/newsletter`);
    expect(page.headers.get("cache-control")).toContain("public");
    expect(await page.text()).toContain('name="started"');
  });

  it("is rejected from pages of other sites", async () => {
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: site.url, "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ] as Record<string, string>[]) {
      const response = await site.signUp("cross@reader.example", headers);
      expect([response.status, await response.text()]).toEqual([
        403,
        expect.stringContaining("sent from another site"),
      ]);
    }
    expect(await site.getStatus("cross@reader.example")).toBeUndefined();
    expect(
      (await site.signUp("cross@reader.example", { origin: site.url, "sec-fetch-site": "same-origin" })).status,
    ).toBe(303);
    // Behind a proxy that terminates TLS, the server's own URL has http although the origin has https.
    expect((await site.signUp("cross@reader.example", { origin: site.url.replace("http:", "https:") })).status).toBe(
      303,
    );
  });

  it("cannot read sent mails, as in development", async () => {
    expect((await fetch(`${site.url}/dev/mail`)).status).toBe(404);
  });

  it("cannot put a foreign host into the link", async () => {
    await site.signUp("host@reader.example");
    const { source } = await site.waitForMail("host@reader.example");
    expect(source.replaceAll("=\r\n", "")).toContain("https://chicagomeridian.example/newsletter/confirm/");
    for (const [address, host] of [
      ["port@reader.example", "localhost:6666"],
      ["evil@reader.example", "evil.example"],
    ] as const) {
      await site.signUp(address, { "x-forwarded-host": host });
      const mail = await site.waitForMail(address);
      expect(mail.source.replaceAll("=\r\n", "")).toContain("https://chicagomeridian.example/newsletter/confirm/");
    }
  });
});
