/**
 * `node bench/images.ts`: conversions per second, response times of a page during conversions, and the rate at which
 * stored images are served, compared with nginx on the same files. `--seconds N` sets the time per measurement. Needs a
 * build, nginx and wrk.
 */
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { broadsheet } from "../tests/support/commandLine.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { startFeedHost } from "../tests/support/feedHost.ts";
import { feedPath, getSectionFeeds, SECTIONS, serveSectionFeeds } from "../tests/support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";
import { servePhotos } from "./generatedPhotos.ts";
import { describeMachine } from "./machine.ts";
import { startNginx } from "./nginx.ts";
import { formatWhole, printTable } from "./table.ts";
import { type Load, runWrk } from "./wrk.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "8" } } });
const SECONDS = Number(values.seconds);
/** Number of stories per feed and round. A poll stores up to 15 stories of a feed, enough for both rounds together. */
const STORIES = 7;
const SIZE = { width: 1600, height: 1067 };

sharp.concurrency(1);
const folder = await temporaryFolder();
const host = await startFeedHost();
serveSectionFeeds(host, { count: STORIES });
const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: getSectionFeeds(host), relays: [] });
const site = await startSite({
  editions,
  data: folder.path,
  env: { ALLOW_PRIVATE_HOSTS: host.allowed },
  hasOwnProcess: true,
});
await site.logs((log) => log.split('"msg":"feed polled"').length > SECTIONS.length);
await servePhotos(host, { perSection: STORIES, ...SIZE });

process.stdout.write(
  `\nA page while images of ${SIZE.width} × ${SIZE.height} are converted (${describeMachine()})\n\n`,
);
const rest = {
  one: await runWrk(`${site.url}/local`, 1, SECONDS),
  many: await runWrk(`${site.url}/local`, 16, SECONDS),
};
serveSectionFeeds(host, { count: STORIES, pictures: true, edition: "Evening" });
for (const section of SECTIONS)
  await broadsheet(["feeds", "poll", host.url(feedPath(section))], {
    DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
  });
await site.logs((log) => log.includes('"msg":"image stored"'));
const idle = await measureRate(() => new Promise((resolve) => setTimeout(resolve, SECONDS * 1000)));
const one = await measureRate(() => runWrk(`${site.url}/local`, 1, SECONDS));
const many = await measureRate(() => runWrk(`${site.url}/local`, 16, SECONDS));
const page = (name: string, { perSecond, p50, p99 }: Load, rate: string) => [
  name,
  formatWhole(perSecond),
  p50.toFixed(1),
  p99.toFixed(1),
  rate,
];
printTable(
  ["", "pages/s", "p50 ms", "p99 ms", "images/s"],
  [
    ["no readers", "", "", "", idle.rate],
    page("1 reader, at rest", rest.one, ""),
    page("1 reader, converting", one.result, one.rate),
    page("16 readers, at rest", rest.many, ""),
    page("16 readers, converting", many.result, many.rate),
  ],
);
await site.logs((log) => log.split('"msg":"image stored"').length > SECTIONS.length * STORIES);

process.stdout.write("\nA stored image compared with nginx\n\n");
const nginx = await startNginx(join(folder.path, "nginx"), 4178);
const files = (await readdir(join(folder.path, "pictures"))).filter((name) => name.endsWith("-800.avif"));
const [key = ""] = files[0]?.split("-800.") ?? [];
await mkdir(join(folder.path, "nginx/www/pictures", key), { recursive: true });
const address = `/pictures/${key}/800.avif`;
await copyFile(join(folder.path, "pictures", `${key}-800.avif`), join(folder.path, "nginx/www", address));
const rows: string[][] = [];
for (const connections of [1, 32, 256]) {
  const nginxLoad = await runWrk(nginx.url + address, connections, SECONDS);
  const ownLoad = await runWrk(site.url + address, connections, SECONDS);
  if (ownLoad.failed + nginxLoad.failed > 0) throw new Error("Some requests for images failed.");
  rows.push([
    `${connections} connections`,
    formatWhole(ownLoad.perSecond),
    formatWhole(nginxLoad.perSecond),
    (ownLoad.perSecond / nginxLoad.perSecond).toFixed(2),
    ownLoad.p99.toFixed(2),
    nginxLoad.p99.toFixed(2),
  ]);
}
printTable(["", "site/s", "nginx/s", "ratio", "site p99 ms", "nginx p99 ms"], rows);

nginx.stop();
await site.stop();
await host.close();
await folder.remove();

/** Measures how many images are stored per second while `work` runs. */
async function measureRate<Result>(work: () => Promise<Result>): Promise<{ result: Result; rate: string }> {
  const countStored = () => site.written().split('"msg":"image stored"').length;
  const [before, started] = [countStored(), performance.now()];
  const result = await work();
  return { result, rate: ((countStored() - before) / ((performance.now() - started) / 1000)).toFixed(1) };
}
