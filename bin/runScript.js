/**
 * Imports a script of this folder, or says that Node is too old for it. This file and those that import it have only syntax
 * that Node 12 reads, so that Debian's and Ubuntu's old Node prints a sentence and no syntax error.
 */
export function runScript(name) {
  const version = process.versions.node;
  if (Number(version.split(".")[0]) >= 20) return import(`./${name}.js`);
  process.stderr.write(
    `Broadsheet: Node ${version} is too old: install Node 20 or newer from https://nodejs.org, or unpack a release, which has its own.\n`,
  );
  process.exitCode = 1;
}
