import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { TIP } from "../support/contactMessage.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type MailHost, startMailHost } from "../support/mailHost.ts";
import { pollNow } from "../support/pollNow.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { toStoreUrl } from "../support/stores.ts";

const PATH = feedPath("local");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let mail: MailHost;
let editions: string;
let env: Record<string, string>;
let nodes: Site[];

beforeAll(async () => {
  folder = await temporaryFolder();
  [host, mail] = [await startFeedHost(), await startMailHost()];
  host.serve(PATH, { body: createSectionFeed(host, "local") });
  const feeds = (section: string) => (section === "local" ? [host.url(PATH)] : []);
  editions = await writeTestEdition(join(folder.path, "editions"), { feeds, relays: [] });
  env = {
    ALLOW_PRIVATE_HOSTS: host.allowed,
    SMTP_URL: mail.url,
    DATABASE_URL: `sqlite:${join(folder.path, "shared.db")}`,
  };
  // Creates the database first, since only one process at a time can create it.
  await toStoreUrl(env.DATABASE_URL ?? "");
  nodes = await Promise.all(["first", "second", "third"].map(startNode));
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all([host.close(), mail.close()]);
  await folder.remove();
});

function startNode(name: string): Promise<Site> {
  return startSite({ editions, data: join(folder.path, name), env, hasOwnProcess: true });
}

/** Returns a node's own name, and the name of the node that it considers the leader of polling. */
async function getLeader(node: Site): Promise<{ self: string; leader: string }> {
  const { checks } = (await (await fetch(`${node.url}/readyz`)).json()) as { checks: { roles: { detail: string } } };
  const [, self = "", leader = ""] = /^this is (\w+), .*poll: ([\w ]+)/.exec(checks.roles.detail) ?? [];
  return { self, leader };
}

/** Waits until all nodes agree on a leader, and returns the leader. */
async function waitForLeader(): Promise<Site> {
  let leader: Site | undefined;
  await expect
    .poll(async () => {
      const views = await Promise.all(nodes.map(getLeader));
      leader = nodes.find((_, number) => views.every((view) => view.leader === views[number]?.self));
      return leader !== undefined;
    })
    .toBe(true);
  return leader as Site;
}

/** Serves stories whose titles begin with `edition`, polls their feed, and waits until all nodes show story 1. */
async function publish(edition: string): Promise<void> {
  host.serve(PATH, { body: createSectionFeed(host, "local", { edition }) });
  await pollNow(env.DATABASE_URL ?? "", host.url(PATH));
  for (const node of nodes)
    await expect.poll(async () => (await fetch(`${node.url}/local`)).text()).toContain(`${edition} local story 1`);
}

it("polls a feed once for three nodes, and shows its stories on the pages of all", async () => {
  await waitForLeader();
  for (const node of nodes)
    await expect.poll(async () => (await fetch(`${node.url}/local`)).text()).toContain("Morning local story 1");
  expect(host.requests(PATH)).toHaveLength(1);
  await publish("Noon");
  expect(host.requests(PATH)).toHaveLength(2);
});

it("mails each node's messages once, and takes stories down on all nodes", async () => {
  for (const node of nodes)
    expect((await fetch(`${node.url}/contact`, { method: "POST", body: new URLSearchParams(TIP) })).status).toBe(200);
  await expect.poll(() => mail.mails.length).toBeGreaterThanOrEqual(nodes.length);
  const path = "/article/noon-local-story-2";
  for (const node of nodes) expect((await fetch(node.url + path)).status).toBe(200);
  const command = await broadsheet(["takedown", "noon-local-story-2"], {
    ...env,
    DATA_DIR: folder.path,
    EDITIONS_DIR: editions,
  });
  expect(command.status).toBe(0);
  for (const node of nodes) await expect.poll(async () => (await fetch(node.url + path)).status).toBe(410);
  expect(mail.mails).toHaveLength(nodes.length);
});

it("polls on another node, and no feed twice, after the leader was killed", async () => {
  const killed = await waitForLeader();
  host.forgetRequests();
  await killed.kill();
  nodes = nodes.filter((node) => node !== killed);
  await publish("Afternoon");
  expect(host.requests(PATH)).toHaveLength(1);
});

it("polls on another node while the leader is frozen, which follows when it goes on", async () => {
  const frozen = await waitForLeader();
  const all = nodes;
  host.forgetRequests();
  process.kill(frozen.pid, "SIGSTOP");
  nodes = nodes.filter((node) => node !== frozen);
  try {
    await publish("Evening");
  } finally {
    process.kill(frozen.pid, "SIGCONT");
  }
  nodes = all;
  expect(await waitForLeader()).not.toBe(frozen);
  await publish("Night");
  expect(host.requests(PATH)).toHaveLength(2);
});
