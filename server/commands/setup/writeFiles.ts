import { chmod, chown, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withoutSecrets } from "../../log.ts";
import { diffLines } from "../../stories/lineDiff.ts";
import { InputError, print } from "../command.ts";
import type { SetupFile } from "./setupFiles.ts";

interface Target {
  /** Folder below which files are written; "/" for the machine itself. */
  root: string;
  /** Group ID of the server; null to leave the files' group unchanged. */
  gid: number | null;
  /** False to show the files without writing them. */
  mayWrite: boolean;
  /** Asks for permission to write a file. @param byDefault answer for an empty line, and if nobody can be asked */
  confirm(question: string, byDefault: boolean): Promise<boolean>;
}

/** First line of the Caddyfile that Debian's package installs. `setup` treats this Caddyfile like a missing file. */
const PACKAGED_CADDYFILE = "# The Caddyfile is an easy way to configure your Caddy web server.";

/**
 * Returns the content of a file; "" if the file does not exist, or if this user cannot read it and is not root.
 *
 * @throws {InputError} if root cannot read it
 */
export async function readPresent(root: string, path: string): Promise<string> {
  return readFile(join(root, path), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    if (process.getuid?.() === 0)
      throw new InputError(`${join(root, path)}: failed to read this file (${error.code}).`);
    print(`${path}: this user cannot read it, so it is shown as new.`);
    return "";
  });
}

/**
 * Shows a file, or its differences from the existing file, and writes it after a confirmation. Keeps the previous file
 * as FILE.old.
 *
 * @returns true if the file has its new content, false if it was left unchanged
 */
export async function writeSetupFile(file: SetupFile, target: Target): Promise<boolean> {
  const path = join(target.root, file.path);
  const present = await readPresent(target.root, file.path);
  if (present === file.content) {
    print(`${file.path}: unchanged.`);
    return true;
  }
  const isNew = present === "" || present.startsWith(PACKAGED_CADDYFILE);
  print(`\n${file.path}: ${isNew ? "new" : "differs; - is the current file, + what setup would write"}`);
  for (const line of isNew ? file.content.trimEnd().split("\n") : listChanges(present, file.content))
    print(`  | ${withoutSecrets(line)}`);
  if (!target.mayWrite) return false;
  if (!(await target.confirm(isNew ? "Write this file?" : "Replace the current file?", isNew))) {
    print(`${file.path}: left as it was.`);
    return false;
  }
  await write(path, present, file, target.gid);
  return true;
}

function listChanges(before: string, after: string): string[] {
  return diffLines(before.trimEnd(), after.trimEnd())
    .filter(({ sign }) => sign !== " ")
    .map(({ sign, line }) => `${sign} ${line}`);
}

async function write(path: string, present: string, file: SetupFile, gid: number | null): Promise<void> {
  const failed = (error: Error) => new InputError(`${path}: failed to write this file: ${error.message}.`);
  try {
    await mkdir(dirname(path), { recursive: true });
    const partial = `${path}.new-${process.pid}`;
    await writeFile(partial, file.content, { mode: file.mode, flag: "wx" });
    // The umask may have removed permissions when the file was created.
    await chmod(partial, file.mode);
    if (file.isOfGroup && gid !== null) await chown(partial, 0, gid);
    if (present !== "") await writeFile(`${path}.old`, present, { mode: 0o600 });
    await rename(partial, path);
    print(`${file.path}: written${present === "" ? "" : `; the previous file is ${file.path}.old`}.`);
  } catch (error) {
    throw failed(error as Error);
  }
}
