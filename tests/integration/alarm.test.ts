import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { findFreePort } from "../support/freePort.ts";
import { type MailHost, startMailHost } from "../support/mailHost.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { storeUrlIn } from "../support/stores.ts";

const DESK = "desk@herald.example";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let mailHost: MailHost;
let env: Record<string, string>;

const runAlarm = () => broadsheet(["alarm", DESK], env);

beforeAll(async () => {
  folder = await temporaryFolder();
  mailHost = await startMailHost();
  env = {
    DATA_DIR: folder.path,
    DATABASE_URL: storeUrlIn(folder.path),
    SMTP_URL: mailHost.url,
    HOST: "127.0.0.1",
    PORT: String(await findFreePort()),
    SITE_URL: "https://herald.example",
  };
});

afterAll(async () => {
  await mailHost.close();
  await folder.remove();
});

it("mails once that the server is down, after two runs, and that it works again", async () => {
  expect((await runAlarm()).output).toMatch(
    /^The server does not respond at .*: ECONNREFUSED\nNot mailed this time\.\n$/,
  );
  expect(mailHost.mails).toHaveLength(0);
  for (let run = 2; run <= 4; run++) expect((await runAlarm()).status).toBe(0);
  expect(mailHost.mails).toHaveLength(1);
  expect(mailHost.mails[0]).toMatchObject({ from: DESK, to: [DESK] });
  expect(mailHost.mails[0]?.source).toContain("Subject: Broadsheet: https://herald.example needs an operator");

  const editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
  const site = await startSite({ editions, data: folder.path, env });
  for (let run = 1; run <= 2; run++) expect((await runAlarm()).output).toContain("All checks pass.");
  await site.stop();
  expect(mailHost.mails.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1])).toEqual([
    "Broadsheet: https://herald.example needs an operator",
    "Broadsheet: https://herald.example works again",
  ]);
});

it("fails with a sentence without a mail server, or if that refuses the alarm, and tries again", async () => {
  const without = await broadsheet(["alarm", DESK], { ...env, SMTP_URL: "" });
  expect([without.status, without.errors]).toEqual([1, expect.stringContaining("SMTP_URL is not set")]);
  expect((await runAlarm()).output).toContain("Not mailed this time.");
  const refused = await broadsheet(["alarm", DESK], { ...env, SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` });
  expect([refused.status, refused.output]).toEqual([1, expect.stringContaining("The alarm was not mailed to")]);
  expect((await runAlarm()).output).toContain("Mailed to");
});
