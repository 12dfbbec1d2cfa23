import { setTimeout as wait } from "node:timers/promises";
import { readFileSync } from "node:fs";
import { startSite, temporaryFolder } from "./support/site.ts";
const rss = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000;
for (let round = 0; round < 3; round++) for (const DESK of ["off", "on"]) {
  const folder = await temporaryFolder();
  const site = await startSite({ editions: "editions", data: folder.path, bundle: "build/bundleG", hasOwnProcess: true, env: { DESK, DESK_PORT: "0", MIGRATE: "on" } });
  for (const path of ["/", "/about", "/local", "/rss.xml"]) await (await fetch(site.url + path)).arrayBuffer();
  await wait(60_000);
  console.log(DESK, Math.round(rss(site.pid)));
  await site.stop(); await folder.remove();
}
process.exit(0);
