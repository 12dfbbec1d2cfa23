/** `npm run bench`: every measurement, one after the other, each with its table. */
import { spawnSync } from "node:child_process";

for (const name of ["serve", "render", "start", "growth", "images", "browser"]) {
  const { status } = spawnSync(process.execPath, [`bench/${name}.ts`], { stdio: "inherit" });
  if (status !== 0) throw new Error(`bench/${name}.ts ended with status ${status}.`);
}
