import { spawnSync } from "node:child_process";
import { cp, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { slug as slugSchema } from "../../editions/fields.ts";
import { describeMisnamedFile } from "../../editions/loading/editionFile.ts";
import { loadEditions } from "../../editions/loading/load.ts";
import { INSTALLATION, InputError, print } from "../command.ts";
import { type Dialog, openDialog } from "../dialog.ts";
import type { NewEditionAnswers } from "../newEdition/questions.ts";
import { enableServices, findServerIds, type Machine, prepareMachine } from "./machine.ts";
import {
  CADDY_FILE,
  createFiles,
  ENVIRONMENT_FILE,
  findStableRoot,
  listUnits,
  NGINX_FILE,
  readHost,
  readVariable,
  type SetupAnswers,
} from "./setupFiles.ts";
import { type Answers, askForSetup, type SetupFlags } from "./setupQuestions.ts";
import { readPresent, writeSetupFile } from "./writeFiles.ts";

/** Options of `setup` other than the flags that answer questions. */
interface SetupOptions {
  /** Folder below which all files are written; undefined to set up the machine itself. */
  root?: string | undefined;
  /** True to replace existing files without a confirmation. */
  yes?: boolean | undefined;
}

const EDITIONS_FOLDER = "/var/lib/broadsheet/editions";

/**
 * `broadsheet setup`: makes this machine a server, from the files in `deploy/`. Shows each file before writing it.
 * Leaves correct files unchanged, so it can be run again. For users other than root, only shows the files.
 *
 * @throws {UsageError} for missing or invalid answers
 * @throws {InputError} if the edition is invalid, or a file cannot be written
 */
export async function setUp(
  flags: SetupFlags,
  editionFlags: NewEditionAnswers,
  { root, yes = false }: SetupOptions,
): Promise<number> {
  const installation = findStableRoot(INSTALLATION);
  if (/[\s"'\\%$]/.test(installation))
    throw new InputError(`${installation}: systemd cannot start a program there. Move the folder to /opt/broadsheet.`);
  const isRoot = process.getuid?.() === 0;
  const machine: Machine = {
    root: root === undefined ? "/" : resolve(root),
    isWritten: root !== undefined || isRoot,
    isReal: root === undefined && isRoot,
  };
  using dialog = openDialog();
  const environment = await readPresent(machine.root, ENVIRONMENT_FILE);
  const answers = await askForSetup(flags, await findDefaults(machine.root, environment), dialog);
  if (!machine.isWritten) print("Nothing was changed. Run setup as root to do this.");
  await prepareMachine(machine);
  const edition = await placeEdition(machine, answers, { ...editionFlags, url: `https://${answers.host}` });
  const complete: SetupAnswers = {
    ...answers,
    alarm: answers.mail
      ? (answers.alarm ?? (await findAlarm(machine.root, environment)) ?? edition.newsroomEmail ?? "")
      : "",
    example: edition.isExample ? edition.id : undefined,
  };
  return await apply({ machine, installation, environment }, complete, { dialog, yes });
}

async function apply(
  { machine, installation, environment }: { machine: Machine; installation: string; environment: string },
  answers: SetupAnswers,
  { dialog, yes }: { dialog: Dialog; yes: boolean },
): Promise<number> {
  const target = {
    root: machine.root,
    gid: machine.isReal ? (findServerIds()?.gid ?? null) : null,
    mayWrite: machine.isWritten,
    async confirm(question: string, byDefault: boolean) {
      if (yes) return true;
      if (!process.stdin.isTTY) return byDefault;
      const answer = await dialog.ask(`${question} [${byDefault ? "Y/n" : "y/N"}] `);
      return answer ? /^y/i.test(answer) : byDefault;
    },
  };
  let left = 0;
  for (const file of await createFiles(installation, answers, environment))
    if (!(await writeSetupFile(file, target))) left++;
  print("");
  if (answers.mail && !answers.alarm)
    print("No alarm is set up: --alarm ADDRESS mails what /readyz reports as failed.");
  const isEnabled = await enableServices(machine, answers, listUnits(installation, answers));
  if (machine.isWritten && left > 0)
    print("Files that differ were left as they were; run setup again with --yes to replace them.");
  if (machine.isReal) print("Next: broadsheet check, then broadsheet doctor.");
  return isEnabled ? 0 : 1;
}

/** Returns the default answers: the machine's current settings. */
async function findDefaults(root: string, environment: string): Promise<Record<string, string>> {
  const [edition] = await readdir(join(root, EDITIONS_FOLDER)).catch(() => []);
  const host = readHost(environment);
  const has = async (path: string, text = "") => (await readPresent(root, path)).includes(text);
  const proxy = (await stat(join(root, NGINX_FILE)).catch(() => null))
    ? "nginx"
    : (await has(CADDY_FILE, "reverse_proxy 127.0.0.1:3000"))
      ? "caddy"
      : environment
        ? "none"
        : "caddy";
  const hasNoBackups =
    environment !== "" && !(await stat(join(root, "/etc/systemd/system/broadsheet-backup.timer")).catch(() => null));
  return {
    ...(host ? { host } : {}),
    ...(edition ? { edition } : {}),
    mail: readVariable(environment, "SMTP_URL") || "none",
    proxy,
    backups: hasNoBackups ? "no" : "yes",
  };
}

/** Returns the current receiver of alarms; "" if there is a mail server but no alarm, undefined if there is neither. */
async function findAlarm(root: string, environment: string): Promise<string | undefined> {
  const unit = await readPresent(root, "/etc/systemd/system/broadsheet-alarm.service");
  return / alarm (\S+)$/m.exec(unit)?.[1] ?? (readVariable(environment, "SMTP_URL") ? "" : undefined);
}

/** Copies or creates the edition if the machine lacks it. @throws {InputError} if the edition is invalid */
async function placeEdition(machine: Machine, { edition }: Answers, answers: NewEditionAnswers) {
  const id = basename(resolve(edition));
  const folder = join(machine.root, EDITIONS_FOLDER);
  const target = join(folder, id);
  const isPresent = await hasEdition(target);
  const source = resolve(edition);
  const isOwn = edition.includes("/") || (await hasEdition(source));
  if (!slugSchema.safeParse(id).success)
    throw new InputError(`${edition}: the folder's name must be lower-case letters, digits and single hyphens.`);
  if (isPresent) {
    print(`${join(EDITIONS_FOLDER, id)}: kept.`);
  } else if (isOwn && !(await hasEdition(source))) {
    throw new InputError(
      (await describeMisnamedFile(source)) ?? `${edition}: there is no edition.yaml in this folder.`,
    );
  } else if (!machine.isWritten) {
    print(`Would write ${join(EDITIONS_FOLDER, id)}${isOwn ? `, a copy of ${source}` : ""}.`);
    if (!isOwn) return { id, isExample: false };
  } else if (isOwn) {
    await loadEditions(dirname(source), undefined, [id]);
    await cp(source, target, { recursive: true, dereference: true });
    print(`${join(EDITIONS_FOLDER, id)}: copied from ${source}.`);
  } else {
    await createNew(machine, id, answers);
  }
  const [loaded] = await loadEditions(isPresent || machine.isWritten ? folder : dirname(source), undefined, [id]);
  if (machine.isReal) spawnSync("chown", ["-R", "broadsheet:", target], { stdio: "inherit" });
  return { id, isExample: loaded?.example ?? false, newsroomEmail: loaded?.newsroomEmail };
}

async function hasEdition(folder: string): Promise<boolean> {
  return (await stat(join(folder, "edition.yaml")).catch(() => null)) !== null;
}

/** Runs `broadsheet new` as the server's user instead of root, since it fetches and parses feeds from outside. */
async function createNew(machine: Machine, id: string, { feed = [], ...answers }: NewEditionAnswers): Promise<void> {
  const flags = Object.entries(answers).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  const command = ["new", id, ...flags, ...feed.flatMap((address) => ["--feed", address])];
  const folder = join(machine.root, EDITIONS_FOLDER);
  const { status } = spawnSync(process.execPath, [join(INSTALLATION, "build/bundle/cli.js"), ...command], {
    stdio: "inherit",
    env: { ...process.env, EDITIONS_DIR: folder },
    ...(machine.isReal ? findServerIds() : {}),
  });
  if (status !== 0)
    throw new InputError(`The edition ${id} was not written. Run setup again with its --name and --place.`);
}
