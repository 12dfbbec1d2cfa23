/**
 * `npm run bench:import`: imports a WordPress site with two photos per post. Kills the import with SIGKILL after half
 * of the posts, and resumes it. `--posts N` sets the number of posts, by default 10,000. Fails if a story or an image
 * is missing or stored twice. Needs a build; Linux only.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { broadsheet } from "../tests/support/commandLine.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { createNoise } from "./generatedPhotos.ts";
import { describeMachineAndLoad, readCpuSeconds, readPeakMemoryMb } from "./machine.ts";
import { formatWhole, printTable } from "./table.ts";

const { values } = parseArgs({ options: { posts: { type: "string", default: "10000" } } });
const POSTS = Number(values.posts);
const IMAGES_PER_POST = 2;
const SITE = "https://old.example";
const SAMPLE_MS = 20;
/** A paragraph of 79 words. A post has eight paragraphs, the length of a normal story. */
const PARAGRAPH = `<p>${"The council heard the <em>harbor</em> report on Monday, and nobody spoke against it. ".repeat(6)}<a href="${SITE}/2019/post-7/">Earlier</a></p>`;

interface Run {
  name: string;
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  stories: number;
}

const folder = await temporaryFolder();
const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
const path = join(folder.path, "broadsheet.db");
const env = { ...process.env, DATABASE_URL: `sqlite:${path}`, EDITIONS_DIR: editions };
await broadsheet(["migrate"], env as Record<string, string>);
await writeExport();
const runs = [await run("until SIGKILL at half", POSTS / 2), await run("resumed"), await run("repeated")];
const problems = listProblems();
const { size } = await stat(path);
process.stdout.write(
  `\nImport of ${formatWhole(POSTS)} posts with ${formatWhole(POSTS * IMAGES_PER_POST)} images (${describeMachineAndLoad()})\n\n`,
);
printTable(
  ["", "stories then", "seconds", "CPU seconds", "peak memory, MB"],
  runs.map(({ name, stories, seconds, cpuSeconds, peakMb }) => {
    return [name, formatWhole(stories), formatWhole(seconds), formatWhole(cpuSeconds), formatWhole(peakMb)];
  }),
);
process.stdout.write(
  `\nThe store has ${formatWhole(size / 1e6)} MB. ${problems.join(" ") || "Nothing is doubled or lost."}\n`,
);
await folder.remove();
process.exitCode = problems.length > 0 ? 1 : 0;

/** Runs the import, and kills it as soon as the store has `killAt` stories. */
async function run(name: string, killAt = Number.POSITIVE_INFINITY): Promise<Run> {
  const start = performance.now();
  const media = join(folder.path, "uploads");
  const args = ["stories", "import", join(folder.path, "export.xml"), "--media", media, "--default", "local"];
  const child = spawn(process.execPath, ["build/bundle/cli.js", ...args], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    output += chunk;
  });
  const closed = once(child, "close");
  const pid = child.pid ?? 0;
  let [cpuSeconds, peakMb] = [0, 0];
  while (child.exitCode === null && child.signalCode === null) {
    try {
      [cpuSeconds, peakMb] = [readCpuSeconds(pid), readPeakMemoryMb(pid) || peakMb];
    } catch {
      // The process has just ended.
      break;
    }
    if (killAt !== Number.POSITIVE_INFINITY && count("staff_stories") >= killAt) child.kill("SIGKILL");
    await wait(SAMPLE_MS);
  }
  const [status] = await closed;
  if (status !== 0 && killAt === Number.POSITIVE_INFINITY) throw new Error(`The import failed: ${output}`);
  return { name, seconds: (performance.now() - start) / 1000, cpuSeconds, peakMb, stories: count("staff_stories") };
}

/** Returns a sentence for each kind of item that was lost or stored twice. */
function listProblems(): string[] {
  const expected: [string, string, number][] = [
    ["stories", "staff_stories", POSTS],
    ["versions of stories", "staff_story_versions", POSTS],
    ["posts as stories", "(select distinct import_key from staff_stories)", POSTS],
    ["articles", "articles", POSTS],
    ["images", "media", POSTS * IMAGES_PER_POST],
    ["images to convert", "images", POSTS * IMAGES_PER_POST],
    ["addresses of posts", "(select distinct path from staff_story_paths where path like '/2019/%')", POSTS],
  ];
  return expected.flatMap(([name, table, number]) => {
    const found = count(table);
    return found === number ? [] : [`There are ${found} ${name} in place of ${number}.`];
  });
}

function count(table: string): number {
  const store = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(store.prepare(`select count(*) as count from ${table}`).get()?.count);
  } finally {
    store.close();
  }
}

/** Writes the export, and a folder of images: copies of a photo that differ in their last bytes. */
async function writeExport(): Promise<void> {
  const photo = await createNoise({ width: 480, height: 320 }).blur(2).jpeg({ quality: 70 }).toBuffer();
  const uploads = join(folder.path, "uploads", "2019");
  await mkdir(uploads, { recursive: true });
  const file = createWriteStream(join(folder.path, "export.xml"));
  const cdata = (name: string, text: string | number) => `<${name}><![CDATA[${text}]]></${name}>`;
  file.write(
    `<rss><channel><link>${SITE}</link><wp:base_blog_url>${SITE}</wp:base_blog_url><wp:author>${cdata("wp:author_login", "ada")}${cdata("wp:author_display_name", "Ada Moss")}</wp:author>`,
  );
  for (let number = 0; number < POSTS; number++) {
    const images = Array.from({ length: IMAGES_PER_POST }, (_, index) => `photo-${number}-${index}.jpg`);
    for (const name of images) await writeFile(join(uploads, name), Buffer.concat([photo, Buffer.from(name)]));
    const inText = images.slice(1).map((name) => {
      return `<figure><img src="${SITE}/wp-content/uploads/2019/${name}"><figcaption>At sea</figcaption></figure>`;
    });
    const content = [PARAGRAPH.repeat(4), ...inText, PARAGRAPH.repeat(4)].join("");
    const date = new Date(Date.parse("2019-01-01T12:00:00Z") + number * 3_600_000).toISOString();
    const common = `${cdata("wp:status", "publish")}${cdata("wp:post_date_gmt", date.slice(0, 19).replace("T", " "))}`;
    const isDrained = file.write(
      `<item><title>Post ${number}</title><link>${SITE}/2019/post-${number}/</link>${common}${cdata("dc:creator", "ada")}${cdata("content:encoded", content)}${cdata("wp:post_id", number + 1)}${cdata("wp:post_name", `post-${number}`)}${cdata("wp:post_type", "post")}<wp:postmeta>${cdata("wp:meta_key", "_thumbnail_id")}${cdata("wp:meta_value", POSTS + number + 1)}</wp:postmeta><category domain="category" nicename="harbor">Harbor</category></item>\n` +
        `<item><title>Photo</title>${cdata("wp:status", "inherit")}${cdata("wp:post_id", POSTS + number + 1)}${cdata("wp:post_type", "attachment")}${cdata("wp:post_parent", number + 1)}${cdata("wp:attachment_url", `${SITE}/wp-content/uploads/2019/${images[0]}`)}</item>\n`,
    );
    if (!isDrained) await once(file, "drain");
  }
  file.end("</channel></rss>");
  await once(file, "finish");
}
