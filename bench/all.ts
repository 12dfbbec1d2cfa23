/** `npm run bench`: runs the main benchmarks one after the other. Each prints its tables. */
import { spawnSync } from "node:child_process";

for (const name of ["serve", "render", "start", "storeGrowth", "images", "browser"]) {
  const { status } = spawnSync(process.execPath, [`bench/${name}.ts`], { stdio: "inherit" });
  if (status !== 0) throw new Error(`bench/${name}.ts exited with status ${status}.`);
}
