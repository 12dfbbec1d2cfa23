import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { type SignUpSite, startSignUpSite } from "../support/signUpSite.ts";
import { generateDkimKey, verifyDkim } from "../support/verifyDkim.ts";

let site: SignUpSite;

beforeAll(async () => {
  site = await startSignUpSite({ dkimKey });
});
afterAll(() => site.close());

const dkimKey = generateDkimKey();
const getRedirect = async (response: Response) => [response.status, response.headers.get("location")];
describe("signing up", () => {
  it("confirms by the button on the page of the mailed link, once, and not by opening it", async () => {
    expect(await getRedirect(await site.signUp("rosa@reader.example"))).toEqual([303, "/newsletter/sent"]);
    const { link, source } = await site.waitForMail("rosa@reader.example");
    expect(source).toContain("Subject: Please confirm: the daily briefing from The Chicago Meridian");
    expect(source).toContain("From: The Chicago Meridian <briefing@chicagomeridian.example>");
    expect(source).toContain("Auto-Submitted: auto-generated");
    const signed = {
      domain: "chicagomeridian.example",
      selector: "broadsheet",
      isBodyValid: true,
      areHeadersValid: true,
    };
    expect(verifyDkim(source, dkimKey)).toMatchObject(signed);
    expect(link).toMatch(/^\/newsletter\/confirm\/[0-9a-f]{48}$/);

    for (let visit = 0; visit < 2; visit++) {
      const page = await fetch(site.url + link);
      expect(page.status).toBe(200);
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("x-robots-tag")).toBe("noindex");
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
      expect(await page.text()).toContain("Yes, send me the briefing</button>");
      await fetch(site.url + link, { method: "HEAD" });
    }
    expect(await site.getStatus("rosa@reader.example")).toBe("pending");

    const confirmed = await site.post(link, {});
    expect(confirmed.headers.get("location")).toMatch(
      /^\/newsletter\/preferences\/[0-9a-z]+-[0-9a-f]{40}\?done=confirmed$/,
    );
    expect(await site.getStatus("rosa@reader.example")).toBe("confirmed");

    const replayed = await Promise.all([site.post(link, {}), site.post(link, {}), fetch(site.url + link)]);
    expect(replayed.map(({ status }) => status)).toEqual([410, 410, 410]);
    expect(await replayed[0]?.text()).toContain("This Link Has Already Been Used");
  });

  it("responds alike for new, pending, confirmed, unsubscribed and suppressed addresses", async () => {
    await site.subscribe("known@reader.example");
    const left = await site.subscribe("left@reader.example");
    await site.post(left, { do: "unsubscribe" });
    await site.signUp("waits@reader.example");
    await site.database
      .updateTable("subscribers")
      .set({ status: "suppressed" })
      .where("email", "=", "waits@reader.example")
      .execute();
    const responses = await Promise.all(
      ["new", "known", "left", "waits", "waits"].map(async (name) => {
        const response = await site.signUp(`${name}@reader.example`);
        return [...(await getRedirect(response)), await response.text()];
      }),
    );
    expect(new Set(responses.map(String)).size).toBe(1);
    const { source, link } = await site.waitForMail("known@reader.example", 2);
    expect(source).toContain("Subject: You already get the daily briefing");
    expect(link).toContain("/newsletter/preferences/");
    expect(await site.getStatus("left@reader.example")).toBe("unsubscribed");
  });

  it("explains what is wrong with an address, and accepts an unusual one on confirmation", async () => {
    const invalid = await site.signUp("rosa at reader");
    expect(invalid.status).toBe(422);
    const page = await invalid.text();
    expect(page).toContain("There is no @ in this address. It should look like name@example.com.");
    expect(page).toContain('value="rosa at reader"');
    const mistyped = await (await site.signUp("rosa@gmial.com")).text();
    expect(mistyped).toContain("Did you mean rosa@gmail.com?");
    expect(mistyped).toContain('name="sure" value="rosa@gmial.com"');
    expect((await site.post("/newsletter", { email: "rosa@gmial.com", sure: "rosa@gmial.com" })).status).toBe(303);
    expect((await site.post("/newsletter", { email: "rosa@gmial.com", use: "rosa@gmail.com" })).status).toBe(303);
    expect([await site.getStatus("rosa@gmial.com"), await site.getStatus("rosa@gmail.com")]).toEqual([
      "pending",
      "pending",
    ]);
  });

  it("sends to quoted, internationalized and tagged addresses", async () => {
    for (const [typed, to] of [
      ['"rosa,delgado"@reader.example', '"rosa,delgado"@reader.example'],
      // The test's mail server decodes the domain from Punycode.
      ["rosa+news@BÜCHER.example", "rosa+news@bücher.example"],
      ["josé@reader.example", "josé@reader.example"],
    ] as const) {
      expect((await site.signUp(typed)).status).toBe(303);
      expect((await site.waitForMail(to)).to).toEqual([to]);
    }
  });

  it("explains an expired and an unknown link", async () => {
    await site.signUp("late@reader.example");
    const { link } = await site.waitForMail("late@reader.example");
    const hours48 = 48 * 60 * 60_000;
    const { created_at, expires_at } = await site.database
      .selectFrom("confirmation_tokens")
      .innerJoin("subscribers", "subscribers.id", "subscriber_id")
      .select(["confirmation_tokens.created_at", "expires_at"])
      .where("email", "=", "late@reader.example")
      .executeTakeFirstOrThrow();
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(hours48);
    await site.database
      .updateTable("confirmation_tokens")
      .set({ expires_at: created_at })
      .where("expires_at", "=", expires_at)
      .execute();
    const expired = await site.post(link, {});
    expect(expired.status).toBe(410);
    const page = await expired.text();
    expect(page).toContain("This Link Has Expired");
    expect(page).toContain('action="/newsletter"');
    const unknown = await fetch(`${site.url}/newsletter/confirm/nothing`);
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("This Link Doesn’t Work")]);
    expect(await site.getStatus("late@reader.example")).toBe("pending");
  });
});

describe("preferences", () => {
  it("can be changed by an old link until the address is erased completely", async () => {
    const preferences = await site.subscribe("vera@reader.example");
    const unsubscribe = preferences.replace("preferences", "unsubscribe");
    const chosen = await fetch(site.url + preferences, {
      method: "POST",
      body: new URLSearchParams([
        ["do", "save"],
        ["days", "saturdays"],
        ["sections", "local"],
        ["sections", "sports"],
        ["sections", "nonsense"],
      ]),
      redirect: "manual",
    });
    expect(chosen.headers.get("location")).toBe(`${preferences}?done=saved`);
    const row = await site.database
      .selectFrom("subscribers")
      .selectAll()
      .where("email", "=", "vera@reader.example")
      .executeTakeFirst();
    expect([row?.days, row?.sections]).toEqual(["saturdays", '["local","sports"]']);
    const none = await site.post(preferences, { do: "save", days: "every-day" });
    expect([none.status, await none.text()]).toEqual([
      422,
      expect.stringContaining("Please choose at least one section."),
    ]);

    expect((await fetch(site.url + unsubscribe)).status).toBe(200);
    expect(await site.getStatus("vera@reader.example")).toBe("confirmed");
    // The mailbox provider's server posts from another site, and must get no redirect (RFC 8058).
    const oneClick = await site.post(
      unsubscribe,
      { "List-Unsubscribe": "One-Click" },
      { origin: "https://mail.example" },
    );
    expect([oneClick.status, await oneClick.text()]).toEqual([200, expect.stringContaining("You’re Unsubscribed")]);
    expect(await site.getStatus("vera@reader.example")).toBe("unsubscribed");
    await site.post(preferences, { do: "resume" });
    expect(await site.getStatus("vera@reader.example")).toBe("confirmed");

    const page = await fetch(site.url + preferences);
    expect(await page.text()).not.toContain("vera@");
    expect(await getRedirect(await site.post(preferences, { do: "erase" }))).toEqual([303, "/newsletter/erased"]);
    for (const path of [preferences, unsubscribe]) expect((await fetch(site.url + path)).status).toBe(404);
    const tables = ["subscribers", "confirmation_mails", "confirmation_tokens", "rate_limit_hits"] as const;
    const rows = await Promise.all(tables.map((table) => site.database.selectFrom(table).selectAll().execute()));
    expect(JSON.stringify(rows)).not.toContain("vera@");
  });

  it("keep a suppressed address suppressed after it is erased", async () => {
    const preferences = await site.subscribe("stop@reader.example");
    await broadsheet(["newsletter", "suppress", "STOP@reader.example"], site.env);
    await site.post(preferences, { do: "erase" });
    expect(await site.getStatus("stop@reader.example")).toBeUndefined();
    expect((await site.signUp("stop@reader.example")).status).toBe(303);
    await site.signUp("after-stop@reader.example");
    await site.waitForMail("after-stop@reader.example");
    expect(site.mailHost.mails.filter(({ to }) => to.includes("stop@reader.example"))).toHaveLength(1);
  });

  it("are never cached, and accept the one-click request for any spelling of the path", async () => {
    const preferences = await site.subscribe("kept@reader.example");
    const token = preferences.split("/").at(-1);
    const paths = ["confirm", "preferences", "unsubscribe"].flatMap((page) =>
      [token, "nobody"].flatMap((owner) => [`/newsletter/${page}/${owner}`, `/Newsletter/${page}/${owner}`]),
    );
    for (const path of paths)
      for (const suffix of ["", "/", "?done=saved", ".data"]) {
        const { headers } = await fetch(site.url + path + suffix);
        const names = ["cache-control", "etag", "last-modified", "expires", "age", "surrogate-key"];
        const found = names.map((name) => headers.get(name)).filter((value) => value !== null);
        expect(found, path + suffix).toEqual(["no-store"]);
        expect(headers.get("referrer-policy"), path + suffix).toBe("no-referrer");
      }
    const done = await fetch(`${site.url}${preferences}?done=confirmed`);
    expect(await done.text()).toContain("You’re on the list");
    // Browsers send the origin "null" from a page with the referrer policy no-referrer.
    const unsubscribed = await site.post(
      `/Newsletter/unsubscribe/${token}`,
      {},
      { origin: "null", "sec-fetch-site": "cross-site" },
    );
    expect([unsubscribed.status, await site.getStatus("kept@reader.example")]).toEqual([200, "unsubscribed"]);
  });

  it("reject guessed tokens", async () => {
    const preferences = await site.subscribe("guess@reader.example");
    const [, id, mac = ""] = preferences.match(/preferences\/(\w+)-(\w+)$/) ?? [];
    const guesses = Array.from({ length: 40 }, (_, index) => {
      const other = mac[index] === "0" ? "1" : "0";
      return `${id}-${mac.slice(0, index)}${other}${mac.slice(index + 1)}`;
    });
    guesses.push(`1-${mac}`, `${id}-`, `${id}`, `${id}-${mac}0`, `${id}-${mac.toUpperCase()}`, "0-0", `-${mac}`);
    for (const guess of guesses) {
      const responses = await Promise.all([
        site.post(`/newsletter/unsubscribe/${guess}`, { "List-Unsubscribe": "One-Click" }),
        site.post(`/newsletter/preferences/${guess}`, { do: "erase" }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([404, 404]);
    }
    expect(await site.getStatus("guess@reader.example")).toBe("confirmed");
  });
});
