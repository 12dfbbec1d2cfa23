import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadEditions } from "../../server/editions/load.ts";
import { createLog } from "../../server/log.ts";
import { signFormTime } from "../../server/newsletter/subscribing/formTime.ts";
import { receiveSignUp } from "../../server/newsletter/subscribing/signUpForm.ts";
import { loadTokens, type Tokens } from "../../server/newsletter/subscribing/tokens.ts";
import type { Database } from "../../server/store/schema.ts";
import { broadsheet } from "../support/commandLine.ts";
import { isLong } from "../support/longTests.ts";
import { type MailHost, startMailHost } from "../support/mailHost.ts";
import { waitForMail } from "../support/receivedMail.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { openDatabase } from "../support/stores.ts";
import { generateDkimKey, verifyDkim } from "../support/verifyDkim.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let mailHost: MailHost;
let site: Site;
/** The site's database. */
let database: Database;
/** The site's. */
let tokens: Tokens;
let networks = 0;
const dkimKey = generateDkimKey();

beforeAll(async () => {
  folder = await temporaryFolder();
  mailHost = await startMailHost();
  const keyFile = join(folder.path, "dkim.pem");
  await writeFile(keyFile, dkimKey);
  const env = { SMTP_URL: mailHost.url, DKIM_KEY_FILE: keyFile };
  site = await startSite({ editions: "editions", data: folder.path, env });
  database = await openDatabase(`sqlite:${join(folder.path, "broadsheet.db")}`);
  tokens = await loadTokens(database);
});

afterAll(async () => {
  await database.destroy();
  await site.stop();
  await mailHost.close();
  await folder.remove();
});

/** Posts a form, from a new network unless the headers name one. */
function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(site.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "x-forwarded-for": `198.18.${networks++}.1`, ...headers },
    redirect: "manual",
  });
}

const signUp = (email: string, headers?: Record<string, string>) => post("/newsletter", { email }, headers);

const getRedirect = async (response: Response) => [response.status, response.headers.get("location")];

async function getStatus(email: string): Promise<string | undefined> {
  const row = await database.selectFrom("subscribers").select("status").where("email", "=", email).executeTakeFirst();
  return row?.status;
}

/** Signs an address up and confirms it. @returns the path of its preferences */
async function subscribe(email: string): Promise<string> {
  await signUp(email);
  const { link } = await waitForMail(site, mailHost, email);
  const confirmed = await post(link, {});
  expect(confirmed.status).toBe(303);
  return confirmed.headers.get("location")?.split("?")[0] ?? "";
}

describe("signing up", () => {
  it("confirms by the button on the page of the mailed link, once, and not by opening it", async () => {
    expect(await getRedirect(await signUp("rosa@reader.example"))).toEqual([303, "/newsletter/sent"]);
    const { link, source } = await waitForMail(site, mailHost, "rosa@reader.example");
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
    expect(await getStatus("rosa@reader.example")).toBe("pending");

    const confirmed = await post(link, {});
    expect(confirmed.headers.get("location")).toMatch(
      /^\/newsletter\/preferences\/[0-9a-z]+-[0-9a-f]{40}\?done=confirmed$/,
    );
    expect(await getStatus("rosa@reader.example")).toBe("confirmed");

    const replayed = await Promise.all([post(link, {}), post(link, {}), fetch(site.url + link)]);
    expect(replayed.map(({ status }) => status)).toEqual([410, 410, 410]);
    expect(await replayed[0]?.text()).toContain("This Link Has Already Been Used");
  });

  it("responds alike for new, pending, confirmed, unsubscribed and suppressed addresses", async () => {
    await subscribe("known@reader.example");
    const left = await subscribe("left@reader.example");
    await post(left, { do: "unsubscribe" });
    await signUp("waits@reader.example");
    await database
      .updateTable("subscribers")
      .set({ status: "suppressed" })
      .where("email", "=", "waits@reader.example")
      .execute();
    const responses = await Promise.all(
      ["new", "known", "left", "waits", "waits"].map(async (name) => {
        const response = await signUp(`${name}@reader.example`);
        return [...(await getRedirect(response)), await response.text()];
      }),
    );
    expect(new Set(responses.map(String)).size).toBe(1);
    const { source, link } = await waitForMail(site, mailHost, "known@reader.example", 2);
    expect(source).toContain("Subject: You already get the daily briefing");
    expect(link).toContain("/newsletter/preferences/");
    expect(await getStatus("left@reader.example")).toBe("unsubscribed");
  });

  it("explains what is wrong with an address, and accepts an unusual one on confirmation", async () => {
    const invalid = await signUp("rosa at reader");
    expect(invalid.status).toBe(422);
    const page = await invalid.text();
    expect(page).toContain("There is no @ in this address. It should look like name@example.com.");
    expect(page).toContain('value="rosa at reader"');
    const mistyped = await (await signUp("rosa@gmial.com")).text();
    expect(mistyped).toContain("Did you mean rosa@gmail.com?");
    expect(mistyped).toContain('name="sure" value="rosa@gmial.com"');
    expect((await post("/newsletter", { email: "rosa@gmial.com", sure: "rosa@gmial.com" })).status).toBe(303);
    expect((await post("/newsletter", { email: "rosa@gmial.com", use: "rosa@gmail.com" })).status).toBe(303);
    expect([await getStatus("rosa@gmial.com"), await getStatus("rosa@gmail.com")]).toEqual(["pending", "pending"]);
  });

  it("sends to quoted, internationalized and tagged addresses", async () => {
    for (const [typed, to] of [
      ['"rosa,delgado"@reader.example', '"rosa,delgado"@reader.example'],
      // The test server decodes the domain.
      ["rosa+news@BÜCHER.example", "rosa+news@bücher.example"],
      ["josé@reader.example", "josé@reader.example"],
    ] as const) {
      expect((await signUp(typed)).status).toBe(303);
      expect((await waitForMail(site, mailHost, to)).to).toEqual([to]);
    }
  });

  it("explains an expired and an unknown link", async () => {
    await signUp("late@reader.example");
    const { link } = await waitForMail(site, mailHost, "late@reader.example");
    const hours48 = 48 * 60 * 60_000;
    const { created_at, expires_at } = await database
      .selectFrom("confirmation_tokens")
      .innerJoin("subscribers", "subscribers.id", "subscriber_id")
      .select(["confirmation_tokens.created_at", "expires_at"])
      .where("email", "=", "late@reader.example")
      .executeTakeFirstOrThrow();
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(hours48);
    await database
      .updateTable("confirmation_tokens")
      .set({ expires_at: created_at })
      .where("expires_at", "=", expires_at)
      .execute();
    const expired = await post(link, {});
    expect(expired.status).toBe(410);
    const page = await expired.text();
    expect(page).toContain("This Link Has Expired");
    expect(page).toContain('action="/newsletter"');
    const unknown = await fetch(`${site.url}/newsletter/confirm/nothing`);
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("This Link Doesn’t Work")]);
    expect(await getStatus("late@reader.example")).toBe("pending");
  });
});

describe("preferences", () => {
  it("can be changed by an old link until the address is erased completely", async () => {
    const preferences = await subscribe("vera@reader.example");
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
    const row = await database
      .selectFrom("subscribers")
      .selectAll()
      .where("email", "=", "vera@reader.example")
      .executeTakeFirst();
    expect([row?.days, row?.sections]).toEqual(["saturdays", '["local","sports"]']);
    const none = await post(preferences, { do: "save", days: "every-day" });
    expect([none.status, await none.text()]).toEqual([
      422,
      expect.stringContaining("Please choose at least one section."),
    ]);

    expect((await fetch(site.url + unsubscribe)).status).toBe(200);
    expect(await getStatus("vera@reader.example")).toBe("confirmed");
    // RFC 8058: posted by another site's server, and no redirect.
    const oneClick = await post(unsubscribe, { "List-Unsubscribe": "One-Click" }, { origin: "https://mail.example" });
    expect([oneClick.status, await oneClick.text()]).toEqual([200, expect.stringContaining("You’re Unsubscribed")]);
    expect(await getStatus("vera@reader.example")).toBe("unsubscribed");
    await post(preferences, { do: "resume" });
    expect(await getStatus("vera@reader.example")).toBe("confirmed");

    const page = await fetch(site.url + preferences);
    expect(await page.text()).not.toContain("vera@");
    expect(await getRedirect(await post(preferences, { do: "erase" }))).toEqual([303, "/newsletter/erased"]);
    for (const path of [preferences, unsubscribe]) expect((await fetch(site.url + path)).status).toBe(404);
    const tables = ["subscribers", "confirmation_mails", "confirmation_tokens", "rate_limit_hits"] as const;
    const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
    expect(JSON.stringify(rows)).not.toContain("vera@");
  });

  it("keep a suppressed address suppressed after it is erased", async () => {
    const preferences = await subscribe("stop@reader.example");
    await broadsheet(["newsletter", "suppress", "STOP@reader.example"], {
      DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
    });
    await post(preferences, { do: "erase" });
    expect(await getStatus("stop@reader.example")).toBeUndefined();
    expect((await signUp("stop@reader.example")).status).toBe(303);
    await signUp("after-stop@reader.example");
    await waitForMail(site, mailHost, "after-stop@reader.example");
    expect(mailHost.mails.filter(({ to }) => to.includes("stop@reader.example"))).toHaveLength(1);
  });

  it("are never cached, and accept the one-click request for any spelling of the path", async () => {
    const preferences = await subscribe("kept@reader.example");
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
    // Browsers post like this from a page with referrer policy no-referrer.
    const unsubscribed = await post(
      `/Newsletter/unsubscribe/${token}`,
      {},
      { origin: "null", "sec-fetch-site": "cross-site" },
    );
    expect([unsubscribed.status, await getStatus("kept@reader.example")]).toEqual([200, "unsubscribed"]);
  });

  it("reject guessed tokens", async () => {
    const preferences = await subscribe("guess@reader.example");
    const [, id, mac = ""] = preferences.match(/preferences\/(\w+)-(\w+)$/) ?? [];
    const guesses = Array.from({ length: 40 }, (_, index) => {
      const other = mac[index] === "0" ? "1" : "0";
      return `${id}-${mac.slice(0, index)}${other}${mac.slice(index + 1)}`;
    });
    guesses.push(`1-${mac}`, `${id}-`, `${id}`, `${id}-${mac}0`, `${id}-${mac.toUpperCase()}`, "0-0", `-${mac}`);
    for (const guess of guesses) {
      const responses = await Promise.all([
        post(`/newsletter/unsubscribe/${guess}`, { "List-Unsubscribe": "One-Click" }),
        post(`/newsletter/preferences/${guess}`, { do: "erase" }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([404, 404]);
    }
    expect(await getStatus("guess@reader.example")).toBe("confirmed");
  });
});

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
      expect((await signUp(email)).status, email).toBe(422);
    expect(mailHost.mails.some(({ to, source }) => to.length !== 1 || /^Bcc:/m.test(source))).toBe(false);
  });

  it("is limited per network, with an explanation", async () => {
    const from = { "x-forwarded-for": "203.0.113.9" };
    for (let count = 0; count < 10; count++)
      expect((await signUp(`many-${count}@reader.example`, { "x-forwarded-for": `203.0.113.${count}` })).status).toBe(
        303,
      );
    const next = await signUp("many-10@reader.example", from);
    expect(next.status).toBe(429);
    expect(await next.text()).toContain("Too many addresses were signed up from your network in the past hour.");
    expect(await getStatus("many-10@reader.example")).toBeUndefined();
    // A form with the site's own signed time has a higher limit, and other networks have their own.
    const sign = (ageMs: number, network = "203.0.113") => signFormTime(tokens, network, Date.now() - ageMs);
    const sendMore = async (started: string, number: number) =>
      (await post("/newsletter", { email: `more-${number}@reader.example`, started }, from)).status;
    const forged = `${Date.now().toString(36)}-${"0".repeat(40)}`;
    for (const [index, started] of ["9000", forged, sign(25 * 3_600_000), sign(9000, "203.0.114")].entries())
      expect(await sendMore(started, index), started).toBe(429);
    // Autofill takes a second and counts as a person. The same time may be sent again, within the network's limit.
    const filled = sign(1000);
    for (let number = 0; number < 20; number++) expect(await sendMore(filled, number)).toBe(303);
    expect(await sendMore(filled, 20)).toBe(429);
    expect((await signUp("many-12@reader.example", { "x-forwarded-for": "203.0.114.9" })).status).toBe(303);
    expect((await signUp("many-13@reader.example", { "x-forwarded-for": "2001:db8:1:1::5" })).status).toBe(303);
  });

  it("stores none of many sign-ups above the limit", async () => {
    const memory = await openDatabase("sqlite::memory:");
    const tokens = await loadTokens(memory);
    const [edition] = await loadEditions("editions");
    if (!edition) throw new Error("There is no edition.");
    const accepted: number[] = [];
    const started = signFormTime(tokens, "203.0.113", Date.now() - 4000);
    for (let count = 0; count < (isLong ? 10_000 : 1000); count++) {
      const body = new URLSearchParams({ email: `reader-${count}@many.example`, started });
      const request = new Request("http://site.example/newsletter", { method: "POST", body });
      const client = `203.0.113.${count % 256}`;
      const receipt = await receiveSignUp(request, {
        edition,
        client,
        siteUrl: "http://site.example",
        database: memory,
        tokens,
        log: createLog("silent"),
      });
      if (receipt.isTaken) accepted.push(count);
      else expect(receipt.status).toBe(429);
    }
    expect(accepted).toEqual(Array.from({ length: 30 }, (_, count) => count));
    expect(await memory.selectFrom("subscribers").select("id").execute()).toHaveLength(30);
    // One hit each for the network, the address, its domain and all sign-ups.
    expect(await memory.selectFrom("rate_limit_hits").select("id").execute()).toHaveLength(4 * 30);
    await memory.destroy();
  });

  it("is limited to three mails per address and day from any network", async () => {
    for (let count = 1; count <= 3; count++) {
      expect((await signUp(count === 2 ? "BOMBED@reader.example" : "bombed@reader.example")).status).toBe(303);
      await waitForMail(site, mailHost, "bombed@reader.example", count);
    }
    for (let count = 0; count < 5; count++) {
      const response = await signUp("bombed@reader.example");
      expect([response.status, await response.text()]).toEqual([
        429,
        expect.stringContaining("This address was signed up 3 times in a day, so we won’t email it again today."),
      ]);
    }
    expect(mailHost.mails.filter(({ to }) => to.includes("bombed@reader.example"))).toHaveLength(3);
  });

  it("is limited for a botnet: to 200 sign-ups per recipient domain and 500 in all within an hour", async () => {
    const memory = await openDatabase("sqlite::memory:");
    const tokens = await loadTokens(memory);
    const [edition] = await loadEditions("editions");
    if (!edition) throw new Error("There is no edition.");
    const accepted: string[] = [];
    for (let count = 0; count < 1000; count++) {
      const domain = count < 400 ? "one.example" : `other-${count % 50}.example`;
      const body = new URLSearchParams({ email: `reader-${count}@${domain}` });
      const receipt = await receiveSignUp(new Request("http://site.example/newsletter", { method: "POST", body }), {
        ...{ edition, siteUrl: "http://site.example", database: memory, tokens, log: createLog("silent") },
        client: `10.${count >> 8}.${count & 255}.1`,
      });
      if (receipt.isTaken) accepted.push(domain);
      else expect([receipt.status, receipt.fault]).toEqual([429, expect.stringContaining("can’t take more sign-ups")]);
    }
    expect(accepted.filter((domain) => domain === "one.example")).toHaveLength(200);
    expect(accepted).toHaveLength(500);
    await memory.destroy();
  });

  it("counts addresses with a tag as the one mailbox that they are", async () => {
    for (const tag of ["a", "b", "c"]) expect((await signUp(`tagged+${tag}@reader.example`)).status).toBe(303);
    expect((await signUp("tagged+d@reader.example")).status).toBe(429);
  });

  it("is stopped by the honeypot field, and works without JavaScript", async () => {
    expect((await post("/newsletter", { email: "trap@reader.example", website: "x" })).status).toBe(303);
    expect(await getStatus("trap@reader.example")).toBeUndefined();
    expect((await post("/newsletter", { email: "filled@reader.example", started: "" })).status).toBe(303);
    expect(await getStatus("filled@reader.example")).toBe("pending");
    const noForm = await fetch(`${site.url}/newsletter`, { method: "POST", body: "{}" });
    expect(noForm.status).toBe(422);
  });

  it("gets the time of its first use from the site, and no cache keeps it", async () => {
    const response = await fetch(`${site.url}/api/newsletter/time`, { headers: { "x-forwarded-for": "203.0.115.9" } });
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const signed = await response.text();
    expect(signed).toBe(signFormTime(tokens, "203.0.115", Number.parseInt(signed, 36)));
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
      const response = await signUp("cross@reader.example", headers);
      expect([response.status, await response.text()]).toEqual([
        403,
        expect.stringContaining("sent from another site"),
      ]);
    }
    expect(await getStatus("cross@reader.example")).toBeUndefined();
    expect((await signUp("cross@reader.example", { origin: site.url, "sec-fetch-site": "same-origin" })).status).toBe(
      303,
    );
    // Behind a proxy that terminates TLS.
    expect((await signUp("cross@reader.example", { origin: site.url.replace("http:", "https:") })).status).toBe(303);
  });

  it("cannot read sent mails, as in development", async () => {
    expect((await fetch(`${site.url}/dev/mail`)).status).toBe(404);
  });

  it("cannot put a foreign host into the link", async () => {
    await signUp("host@reader.example");
    const { source } = await waitForMail(site, mailHost, "host@reader.example");
    expect(source.replaceAll("=\r\n", "")).toContain("https://chicagomeridian.example/newsletter/confirm/");
    for (const [address, host] of [
      ["port@reader.example", "localhost:6666"],
      ["evil@reader.example", "evil.example"],
    ] as const) {
      await signUp(address, { "x-forwarded-host": host });
      const mail = await waitForMail(site, mailHost, address);
      expect(mail.source.replaceAll("=\r\n", "")).toContain("https://chicagomeridian.example/newsletter/confirm/");
    }
  });
});
