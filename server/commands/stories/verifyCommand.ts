import ipaddr from "ipaddr.js";
import { EditorError } from "../../editorError.ts";
import { createOutbound } from "../../feeds/fetch/fetchTools.ts";
import { getLocalSite } from "../../net/localUrl.ts";
import { labelPlayers } from "../../news/players.ts";
import { createReport } from "../../stories/import/importReport.ts";
import { planAddresses } from "../../stories/import/oldAddresses.ts";
import { createFileReader } from "../../stories/import/oldFiles.ts";
import type { ImportedPost, StoryExport } from "../../stories/import/storyExport.ts";
import { createSiteReader, type SiteReader } from "../../stories/verify/siteReader.ts";
import { compareAddress, createVerifier } from "../../stories/verify/verifyExport.ts";
import { print, type StoryContext, showProgress } from "../command.ts";
import { openDialog } from "../dialog.ts";
import { askPermalinks, askSections } from "./askSections.ts";
import { openExport } from "./importCommand.ts";
import { readRedirects } from "./redirectFile.ts";
import { forgetPage } from "./runImport.ts";

/** Number of posts or addresses that are compared at the same time. */
const AT_ONCE = 4;

/** `stories verify EXPORT`: compares an imported export with the running site. Returns 1 if something differs. */
export async function verifyStories(context: StoryContext): Promise<number> {
  const [path = ""] = context.arguments;
  const exported = await openExport(context, path);
  using dialog = openDialog();
  const permalinks = await askPermalinks(context, exported, dialog);
  const { table, fallback } = await askSections(context, exported, dialog);
  const { database, edition, config, options, lists } = context;
  const hasPages = options["no-pages"] === undefined && config.EDITIONS_SOURCE === "folder";
  const report = createReport();
  const plan = await planAddresses(exported, { database, edition, table, permalinks, hasPages });
  for (const [path, target] of await readRedirects(options.redirects, plan, report)) plan.redirects.set(path, target);
  const reader = createReader(context);
  const outbound = createOutbound(config, () => [edition]);
  const counts = { stories: 0, pages: 0, hidden: 0, images: 0, addresses: 0, differences: 0 };
  const verify = createVerifier({
    editing: context,
    edition,
    plan,
    oldSite: exported.site,
    reader,
    readOldFile: createFileReader({ folders: lists.media ?? [], outbound, mayDownload: false }),
    toShown: (html) => labelPlayers(html, edition.language),
    place: (post) => {
      const placement = table.place(post);
      return placement.sections.length > 0 || !fallback ? placement : { ...placement, sections: [fallback] };
    },
  });
  const total = plan.counts.post + plan.counts.page;
  let done = 0;
  await forEach(listPosts(exported, permalinks, hasPages), async (post) => {
    const name = post.slug || post.title || post.key;
    const { outcome, differences, remarks, images, addresses } = await verify(post);
    if (outcome === "compared") counts[post.kind === "page" ? "pages" : "stories"]++;
    else if (outcome === "hidden") counts.hidden++;
    else if (post.kind === "page") forgetPage(context, plan, post);
    counts.images += images;
    counts.addresses += addresses;
    counts.differences += differences.length;
    for (const difference of differences) print(`${name}: ${difference}.`);
    for (const remark of remarks) if (remark.kind !== "pin") report.add(name, remark);
    showProgress(++done, total);
  });
  await forEach(plan.redirects, async ([old, target]) => {
    counts.addresses++;
    const difference = await compareAddress(reader, old, target);
    if (!difference) return;
    counts.differences++;
    print(`T${difference.slice(1)}.`);
  });
  await outbound.close();
  printSummary(counts, report.summarize(null));
  return counts.differences > 0 ? 1 : 0;
}

function printSummary(
  { stories, pages, hidden, images, addresses, differences }: Record<string, number>,
  remarks: readonly string[],
): void {
  if (remarks.length > 0) print("The import has said, and these are no differences:");
  for (const line of remarks) print(line);
  print(`${stories} stories, ${pages} pages, ${images} images and ${addresses} old addresses compared.`);
  if (hidden) print(`${hidden} drafts and scheduled stories are on this site, and not public.`);
  print(differences === 0 ? "Nothing differs." : `${differences} differences.`);
}

/** Returns a client for the site of --url, or else for the server on this machine. */
function createReader({ options, config, edition }: StoryContext): SiteReader {
  const { origin, socketPath } = options.url === undefined ? getLocalSite(config) : readSite(options.url);
  const { hostname } = new URL(origin);
  // The server chooses the edition by host name. So requests to a local address send the edition's first host name.
  const isLocal = hostname === "localhost" || ipaddr.isValid(hostname.replace(/[[\]]/g, ""));
  return createSiteReader(origin, isLocal ? (edition.hosts[0] ?? null) : null, socketPath);
}

function readSite(address: string) {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new EditorError(
      `--url needs the address of the running site, such as http://127.0.0.1:3000; found ${address}.`,
    );
  return { origin: url.origin, socketPath: null };
}

async function* listPosts(
  exported: StoryExport,
  permalinks: string | null,
  hasPages: boolean,
): AsyncGenerator<ImportedPost> {
  for await (const post of exported.posts(permalinks)) if (post.kind === "post" || hasPages) yield post;
}

/**
 * Calls `work` for each item, with up to `AT_ONCE` calls at the same time, and starts the calls in the items' order.
 * Reads an item only when its call can start, so few items are in memory.
 */
async function forEach<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    const one: Promise<void> = work(item).finally(() => running.delete(one));
    running.add(one);
    // `Promise.race` or `Promise.all` throws the first failure. Without this handler, later failures would end the
    // process.
    one.catch(() => {});
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}
