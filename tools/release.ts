// `npm run release [-- linux-x64] [--out FOLDER] [--fast]`: writes broadsheet-VERSION-linux-x64.tar.gz and the same for
// arm64. An archive has Node, the packages that are not in the bundle, the build, and files for operators. Linux needs
// nothing else to run an unpacked archive. Two archives of one commit are equal if the same version of Node compressed
// them. With --fast, which is for tests, archives are not compressed.
import { execFileSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { packTar, type TarSource } from "modern-tar/fs";
import { getNodePackage } from "../bin/machine.js";
import { fail, isBuilt, root, runNpm, say } from "../bin/setup.js";
import packageFile from "../package.json" with { type: "json" };
import { UNBUNDLED_PACKAGES } from "./bundleServer.ts";

const ARCHS = ["x64", "arm64"];
/** Files and folders of the repository that each archive contains. Omits scripts that install, build and test. */
const CONTENTS = [
  ...["broadsheet", "CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md"],
  ...["broadsheet", "command", "compileCache", "healthCheck", "machine", "runScript", "setup"].map(
    (name) => `bin/${name}.js`,
  ),
  ...["build/bundle", "build/client", "build/desk", "deploy", "docs", "editions", "schemas"],
];
const LEFT_OUT = [join(root, "docs/screens"), join(root, "deploy/.env")];
/** Files in Node's package that are not needed at run time. */
const NODE_EXTRAS = ["include", "share", "CHANGELOG.md", "README.md"];

interface LockedPackage {
  version: string;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  optionalDependencies?: Record<string, string>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string", default: "release" }, fast: { type: "boolean", default: false } },
});
if (!isBuilt()) fail("There is no build: run npm run release, which builds first.");
const archs = positionals.length > 0 ? positionals.map((name) => name.replace(/^linux-/, "")) : ARCHS;
const unknown = archs.find((arch) => !ARCHS.includes(arch));
if (unknown) fail(`There is no release for ${unknown}: give linux-x64, linux-arm64, or nothing for both.`);
const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, LockedPackage>;
};
await mkdir(values.out, { recursive: true });
for (const arch of archs) say(await writeArchive(arch));

/** Writes the archive for a processor. Returns its path. */
async function writeArchive(arch: string): Promise<string> {
  const name = `broadsheet-${packageFile.version}-linux-${arch}`;
  const path = join(values.out, `${name}.tar.gz`);
  const stage = await mkdtemp(join(tmpdir(), "broadsheet-release-"));
  try {
    await installPackages(stage, arch);
    for (const entry of CONTENTS)
      await cp(join(root, entry), join(stage, entry), {
        recursive: true,
        filter: (source) => !LEFT_OUT.includes(source),
      });
    const sources = await listSources(stage, name);
    // Writes under another name first, so that an incomplete archive never has the final name.
    await pipeline(packTar(sources), createGzip(values.fast ? { level: 0 } : {}), createWriteStream(`${path}.part`));
    await rename(`${path}.part`, path);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  return path;
}

/** Installs Node and the packages that the bundle imports, for a processor that may differ from this machine's. */
async function installPackages(stage: string, arch: string): Promise<void> {
  const { name, version, description, license, type, bin } = packageFile;
  const node = getNodePackage({ platform: "linux", arch });
  const names = [
    node,
    ...UNBUNDLED_PACKAGES,
    ...UNBUNDLED_PACKAGES.flatMap((external) => listNativeParts(external, arch)),
  ].sort();
  const dependencies = Object.fromEntries(names.map((name) => [name, getLocked(name).version]));
  const manifest = { name, version, description, license, private: true, type, bin, dependencies };
  await writeFile(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(root, "package-lock.json"), join(stage, "package-lock.json"));
  // --force allows packages for another processor. Their hashes are still checked.
  const { status, stderr } = runNpm(["install", "--ignore-scripts", "--force", "--omit=optional"], {
    cwd: stage,
    encoding: "utf8",
  });
  if (status !== 0) fail(`The packages for linux-${arch} could not be installed:\n${stderr}`);
  await cp(join(root, `tools/libatomic/linux-${arch}.so`), join(stage, "node_modules", node, "lib/libatomic.so.1"));
  const extras = NODE_EXTRAS.map((extra) => join("node_modules", node, extra));
  for (const extra of [...extras, "package-lock.json", "node_modules/.package-lock.json"])
    await rm(join(stage, extra), { recursive: true, force: true });
  for (const program of await readdir(join(stage, "node_modules/.bin")))
    if (program !== "node") await rm(join(stage, "node_modules/.bin", program));
}

/** Lists a package's optional packages that contain machine code for a processor and for glibc. */
function listNativeParts(name: string, arch: string): string[] {
  return Object.keys(getLocked(name).optionalDependencies ?? {}).filter((part) => {
    const { os = [], cpu = [], libc = "glibc" } = getLocked(part);
    return os.includes("linux") && cpu.includes(arch) && libc.includes("glibc");
  });
}

function getLocked(name: string): LockedPackage {
  return packages[`node_modules/${name}`] ?? fail(`package-lock.json has no ${name}.`);
}

/** Lists a folder's files sorted by name, with the same owner, time and permissions on each machine. */
async function listSources(stage: string, name: string): Promise<TarSource[]> {
  const entries = await readdir(stage, { recursive: true, withFileTypes: true });
  const commitTime = process.env.SOURCE_DATE_EPOCH ?? execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root });
  const common = { mtime: new Date(Number(commitTime) * 1000), uid: 0, gid: 0, uname: "root", gname: "root" };
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.sort().map(async (source) => {
      const mode = (await stat(source)).mode & 0o100 ? 0o755 : 0o644;
      return { ...common, type: "file", source, target: join(name, source.slice(stage.length + 1)), mode } as const;
    }),
  );
}
