import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeStore, getStorePath } from "../../server/store/open.ts";
import { broadsheet } from "../support/commandLine.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { startMailHost } from "../support/mailHost.ts";
import { waitForMail } from "../support/receivedMail.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { openDatabase, storeUrlIn, toStoreUrl } from "../support/stores.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const getStoreUrl = () => storeUrlIn(folder.path);
const newsletter = (...args: string[]) => broadsheet(["newsletter", ...args], { DATABASE_URL: getStoreUrl() });

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => folder.remove());

it("keeps sign-ups until there is a mail server, and tells the operator", async () => {
  const editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
  let site = await startSite({ editions, data: folder.path });
  for (const name of ["full", "rosa"]) {
    const body = new URLSearchParams({ email: `${name}@reader.example` });
    expect((await fetch(`${site.url}/newsletter`, { method: "POST", body, redirect: "manual" })).status).toBe(303);
  }
  expect(site.written()).toContain("SMTP_URL is not set: sign-ups for the briefing are stored");
  await site.stop();
  const help = await newsletter("--help");
  expect([help.status, help.output]).toEqual([0, expect.stringContaining("newsletter suppress ADDRESS")]);
  const { output } = await newsletter("status");
  expect(output).toMatch(/pending +2\n[\s\S]*2 confirmation mails waiting\.\nSMTP_URL is not set/);

  const mailHost = await startMailHost();
  mailHost.reject("full@reader.example");
  site = await startSite({ editions, data: folder.path, env: { SMTP_URL: mailHost.url } });
  expect((await waitForMail(site, mailHost, "rosa@reader.example")).link).toContain("/newsletter/confirm/");
  await site.stop();
  expect(site.written()).toContain('"msg":"confirmation not mailed"');
  expect(site.written()).not.toContain("reader.example");
  await mailHost.close();
});

it("imports a list, names invalid rows by line, and exports it", async () => {
  await (await openDatabase(getStoreUrl())).destroy();
  const file = join(folder.path, "list.csv");
  await writeFile(
    file,
    'email,days,sections,status\r\nrosa@reader.example,weekdays,local sports,\r\n"not one",,,\r\n\r\n"""r d""@reader.example",,all,\r\nROSA@reader.example,,,\r\nx@reader.example,never,,\r\nx@reader.example,,gardening,\r\ngone@reader.example,,,unsubscribed\r\n',
  );
  const imported = await newsletter("import", file, "--confirmed");
  expect(imported.status).toBe(1);
  expect(imported.output).toContain(`${file}:3: "not one": There is no @ in this address.`);
  expect(imported.output).toContain(`${file}:7: found the days "never"; expected every-day, weekdays, saturdays.`);
  expect(imported.output).toContain(`${file}:8: found the section "gardening"; expected local, national,`);
  expect(imported.output).toContain(
    "3 added, 1 already known, 3 invalid.\nThey get the next briefing without being asked",
  );
  // There is no progress bar without a terminal.
  const url = await toStoreUrl(getStoreUrl());
  expect(imported.errors).toBe(`Store: ${getStorePath(url) ?? describeStore(url)}\n`);
  expect((await newsletter("suppress", "rosa@reader.example")).output).toContain("rosa@reader.example is suppressed.");
  const { output } = await newsletter("export");
  expect(output.split("\n").map((line) => line.split(",").slice(0, 5).join(","))).toEqual([
    "email,status,days,sections,source",
    "rosa@reader.example,suppressed,weekdays,local sports,import",
    '"""r d""@reader.example",confirmed,every-day,all,import',
    "gone@reader.example,unsubscribed,every-day,all,import",
    "",
  ]);
  const { errors } = await newsletter("dance");
  expect(errors).toMatch(/newsletter needs one of: (\w+, )+\w+\./);
  expect(errors).toContain("import, export, suppress, status");
});
