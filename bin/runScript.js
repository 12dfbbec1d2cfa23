/**
 * Imports a script of this folder, or prints that Node is too old for it. This file and the files that import it use
 * only syntax that Node 12 can read, so that Debian's and Ubuntu's old Node prints this message instead of a syntax
 * error.
 */
export function runScript(name) {
  const version = process.versions.node;
  if (Number(version.split(".")[0]) >= 20) return import(`./${name}.js`);
  process.stderr.write(
    `Broadsheet: Node ${version} is too old: install Node 20 or newer from https://nodejs.org, or unpack a release, which has its own.\n`,
  );
  process.exitCode = 1;
}
