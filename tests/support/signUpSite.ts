import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadTokens, type Tokens } from "../../server/newsletter/subscribing/tokens.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { NO_FEEDS, writeTestEdition } from "./editions.ts";
import { type MailHost, startMailHost } from "./mailHost.ts";
import { type ReceivedMail, waitForMail } from "./receivedMail.ts";
import { startSite, temporaryFolder } from "./site.ts";
import { openDatabase } from "./stores.ts";

/** A site without feeds, its mail server, and functions that act as readers who sign up for the briefing. */
export interface SignUpSite {
  url: string;
  /** Environment of commands that work on the site's store. */
  env: Record<string, string>;
  database: Database;
  tokens: Tokens;
  mailHost: MailHost;
  /** Posts a form, from a new client network unless the headers name one. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  signUp(email: string, headers?: Record<string, string>): Promise<Response>;
  getStatus(email: string): Promise<string | undefined>;
  /** Signs an address up and confirms it. @returns the path of its preferences page */
  subscribe(email: string): Promise<string>;
  /** Waits until an address has received `count` mails, and returns the newest mail. */
  waitForMail(address: string, count?: number): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** @param dkimKey key that signs the mails */
export async function startSignUpSite({ dkimKey }: { dkimKey?: string } = {}): Promise<SignUpSite> {
  const folder = await temporaryFolder();
  const mailHost = await startMailHost();
  const keyFile = join(folder.path, "dkim.pem");
  if (dkimKey) await writeFile(keyFile, dkimKey);
  const env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}` };
  const mail = { SMTP_URL: mailHost.url, ...(dkimKey && { DKIM_KEY_FILE: keyFile }) };
  const editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
  const site = await startSite({ editions, data: folder.path, env: { ...env, ...mail } });
  const database = await openDatabase(env.DATABASE_URL);
  const tokens = await loadTokens(database);
  let networks = 0;
  const post: SignUpSite["post"] = (path, fields, headers = {}) =>
    fetch(site.url + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "x-forwarded-for": `198.18.${networks++}.1`, ...headers },
      redirect: "manual",
    });
  const signUp: SignUpSite["signUp"] = (email, headers) => post("/newsletter", { email }, headers);
  return {
    url: site.url,
    env,
    database,
    tokens,
    mailHost,
    post,
    signUp,
    async getStatus(email) {
      const rows = database.selectFrom("subscribers").select("status").where("email", "=", email);
      return (await rows.executeTakeFirst())?.status;
    },
    async subscribe(email) {
      await signUp(email);
      const { link } = await waitForMail(site, mailHost, email);
      const confirmed = await post(link, {});
      if (confirmed.status !== 303) throw new Error(`The confirmation of ${email} has status ${confirmed.status}.`);
      return confirmed.headers.get("location")?.split("?")[0] ?? "";
    },
    waitForMail: (address, count) => waitForMail(site, mailHost, address, count),
    async close() {
      await database.destroy();
      await site.stop();
      await mailHost.close();
      await folder.remove();
    },
  };
}
