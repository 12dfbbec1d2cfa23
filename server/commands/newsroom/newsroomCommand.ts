import { userInfo } from "node:os";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import type { Config } from "../../config.ts";
import { findNearest } from "../../editions/yaml/nearest.ts";
import { EditorError } from "../../editorError.ts";
import type { Actor } from "../../people/capabilities.ts";
import {
  chooseNewsroom,
  fail,
  loadServedEditions,
  openStore,
  STRING,
  type StoryContext,
  UsageError,
} from "../command.ts";

/** A command for editors, such as `stories publish`. */
export interface NewsroomCommand {
  /** Names of the arguments, as error messages show them. Names in brackets are optional arguments. */
  arguments: string[];
  /** Options in addition to --edition and --as. */
  options?: ParseArgsOptionsConfig;
  run(context: StoryContext): Promise<number>;
}

/**
 * Runs `npx broadsheet NOUN COMMAND` for one edition, in the name of an editor. The default command is `list`.
 *
 * @param noun first word of the command, such as "stories"
 */
export async function runNewsroomCommand(
  noun: string,
  commands: Record<string, NewsroomCommand>,
  args: string[],
  config: Config,
): Promise<number> {
  const [name = "list", ...rest] = args[0]?.startsWith("-") ? ["list", ...args] : args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(explainUnknown(`command ${noun} ${name}`, name, Object.keys(commands)));
  const known: ParseArgsOptionsConfig = { edition: STRING, as: STRING, ...command.options };
  const { values, positionals, tokens } = parseArgs({
    args: rest,
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === "option") checkOption(`${noun} ${name}`, token, known);
  checkArguments(`${noun} ${name}`, command.arguments, positionals);
  const options: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(values as Record<string, string | boolean | string[]>))
    if (typeof value === "string") options[name] = value;
    else if (typeof value === "boolean") options[name] = "on";
    else lists[name] = value;
  const editions = await loadServedEditions(config);
  const edition = chooseNewsroom(editions, options.edition);
  await using database = await openStore(config);
  const actor: Actor = { isOperator: true, name: options.as?.trim() || userInfo().username };
  try {
    const now = new Date().toISOString();
    const input = { arguments: positionals, options, lists, config };
    return await command.run({ ...input, edition, editions, database, actor, now });
  } catch (error) {
    if (!(error instanceof EditorError)) throw error;
    return fail(error.message);
  }
}

interface GivenOption {
  name: string;
  rawName: string;
  value?: string | undefined;
  /** True if the value follows an equals sign: `--name=value`. */
  inlineValue?: boolean | undefined;
}

/** @throws {UsageError} if an option is unknown, lacks its value, or has a value although it takes none */
function checkOption(
  command: string,
  { name, rawName, value = "", inlineValue }: GivenOption,
  known: ParseArgsOptionsConfig,
): void {
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  const names = Object.keys(known);
  if (!option)
    throw new UsageError(
      explainUnknown(
        `option ${rawName} of ${command}`,
        name,
        names.map((other) => `--${other}`),
      ),
    );
  // A value that begins with a hyphen is taken for the next option, except after an equals sign.
  if (option.type === "string" && (value === "" || (!inlineValue && value.startsWith("-"))))
    throw new UsageError(`${command} ${rawName} needs a value after it.`);
  if (option.type === "boolean" && inlineValue)
    throw new UsageError(`${command} ${rawName} takes no value; found "${value}".`);
}

/** Checks the number of arguments. @throws {UsageError} that names the missing arguments or a surplus one */
function checkArguments(command: string, names: readonly string[], given: readonly string[]): void {
  const required = names.filter((argument) => !argument.startsWith("["));
  const missing = required.slice(given.length);
  const form = [command, ...names].join(" ");
  if (missing.length > 0) throw new UsageError(`${missing.join(" and ")} is missing: ${form}.`);
  const isOpen = names.at(-1)?.endsWith("…]");
  if (given.length > names.length && !isOpen)
    throw new UsageError(`"${given[names.length]}" is one argument too many: ${form}.`);
}

/** Returns a sentence that says that a name is unknown, and proposes the nearest known name or lists all names. */
function explainUnknown(what: string, name: string, known: readonly string[]): string {
  const nearest = findNearest(name, known);
  return `there is no ${what}; ${nearest ? `did you mean ${nearest}?` : `there is ${known.join(", ")}.`}`;
}
