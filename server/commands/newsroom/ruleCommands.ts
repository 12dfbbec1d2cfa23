import type { Edition } from "../../editions/loading/load.ts";
import { type Rule, ruleSchema } from "../../editions/schema/ruleSchema.ts";
import { getSourcesBySlug } from "../../editions/schema/sources.ts";
import { createNews } from "../../news/news.ts";
import { applyRules } from "../../rules/apply.ts";
import { addRule, removeRule } from "../../rules/editorActions.ts";
import { parseRule } from "../../rules/hide.ts";
import { describeRules } from "../../rules/sentences.ts";
import { type TriedStory, tryRule } from "../../rules/trial.ts";
import { listStoredRules } from "../../store/rules/rules.ts";
import type { Database } from "../../store/schema/schema.ts";
import { print, STRING, STRINGS, type StoryContext, UsageError } from "../command.ts";
import type { NewsroomCommand } from "./newsroomCommand.ts";
import { printableTime } from "./timeOption.ts";

/** Names, in `edition.yaml`, of the conditions that have a list of values. */
const LISTS = ["words", "authors", "categories", "languages", "links"] as const;
const RULE_OPTIONS = {
  ...Object.fromEntries(LISTS.map((name) => [name, STRINGS])),
  "older-than-days": STRING,
  section: STRING,
  feed: STRING,
};

/** Default of `--last`: the number of newest stories to which `rules try` applies the rule. */
const DEFAULT_TRIAL_SIZE = 200;

/** Subcommands of `npx broadsheet rules`. */
export const COMMANDS: Record<string, NewsroomCommand> = {
  list: { arguments: [], run: list },
  try: { arguments: ["drop|keep"], options: { ...RULE_OPTIONS, last: STRING }, run: printTrial },
  add: { arguments: ["drop|keep"], options: RULE_OPTIONS, run: add },
  remove: { arguments: ["ID"], run: remove },
};

/** `rules list`: prints the rules of `edition.yaml`, then the stored rules with their numbers. */
async function list(context: StoryContext): Promise<number> {
  const { database, edition } = context;
  const stored = (await listStoredRules(database)).filter((row) => row.edition === edition.id);
  for (const rule of edition.rules) print(`edition.yaml  ${toSentence(rule, edition)}`);
  for (const { id, rule: json, added_at, added_by } of stored) {
    const rule = parseRule(json);
    const meaning = rule ? toSentence(rule, edition) : `has no effect, since this version cannot read it: ${json}`;
    print(`${id}  ${meaning}  (${added_by}, ${printableTime(context, added_at)})`);
  }
  if (edition.rules.length + stored.length === 0) print("There are no rules.");
  return 0;
}

/**
 * `rules try drop|keep CONDITIONS`: prints the stories that a rule would hide, and those that it would show again.
 * Changes nothing.
 */
async function printTrial(context: StoryContext): Promise<number> {
  const { database, edition, now, options } = context;
  const rule = readRule(context);
  const last = options.last ?? String(DEFAULT_TRIAL_SIZE);
  if (!/^[1-9]\d{0,5}$/.test(last)) throw new UsageError(`--last needs a number of stories; found "${last}".`);
  const { compared, dropped, restored } = await tryRule(database, edition, rule, Number(last), Date.parse(now));
  const onFront = dropped.length > 0 ? await listFrontPageSlugs(edition, database) : new Set();
  const shown = dropped.filter(({ slug }) => onFront.has(slug));
  print(toSentence(rule, edition));
  const ofThem = dropped.length > 0 ? `, ${shown.length} of them on the front page` : "";
  print(`Would drop ${dropped.length} of the last ${compared}${ofThem}${dropped.length > 0 ? ":" : "."}`);
  for (const story of dropped) print(toLine(context, story, onFront.has(story.slug)));
  if (restored.length > 0) print(`Would show ${restored.length} again:`);
  for (const story of restored) print(toLine(context, story, false));
  return 0;
}

function toLine(context: StoryContext, { slug, title, sortedAt }: TriedStory, isOnFront: boolean): string {
  return `  ${printableTime(context, sortedAt)}  ${slug}  ${title}${isOnFront ? "  (front page)" : ""}`;
}

async function listFrontPageSlugs(edition: Edition, database: Database): Promise<Set<string>> {
  const { hero, secondary, blocks } = await createNews(edition, database, () => Number.POSITIVE_INFINITY).frontPage();
  const leading = hero.state === "loaded" ? [hero.story, ...secondary] : secondary;
  return new Set([...leading, ...blocks.flatMap(({ stories }) => stories)].map(({ slug }) => slug));
}

/** `rules add drop|keep CONDITIONS`: stores a rule and applies it to all stored stories. */
async function add(context: StoryContext): Promise<number> {
  const rule = readRule(context);
  const { id } = await addRule(context, rule);
  print(`Rule ${id}: ${toSentence(rule, context.edition)}`);
  return printEffect(context);
}

/** `rules remove ID`: removes a stored rule. The stories that only this rule hid become visible again. */
async function remove(context: StoryContext): Promise<number> {
  const [id = ""] = context.arguments;
  if (!/^\d{1,15}$/.test(id)) throw new UsageError("rules remove needs the number of a rule.");
  await removeRule(context, Number(id));
  print(`Rule ${id} is removed.`);
  return printEffect(context);
}

async function printEffect({ database, editions }: StoryContext): Promise<number> {
  const changed = await applyRules({ database, now: Date.now }, editions);
  print(changed === 1 ? "1 stored story is affected." : `${changed} stored stories are affected.`);
  return 0;
}

/** Reads a rule from the command line. @throws {UsageError} if it is invalid */
function readRule({ arguments: [kind = ""], options, lists, edition }: StoryContext): Rule {
  if (kind !== "drop" && kind !== "keep") throw new UsageError(`A rule can drop or keep stories, not "${kind}".`);
  const { section, feed: name } = options;
  const days = options["older-than-days"];
  const conditions = {
    ...Object.fromEntries(LISTS.flatMap((list) => (lists[list] ? [[list, lists[list]]] : []))),
    ...(days !== undefined && { olderThanDays: Number(days) }),
  };
  const feed = name === undefined ? undefined : (getSourcesBySlug(edition).get(name)?.url ?? name);
  const { data: rule, error } = ruleSchema.safeParse({
    [kind]: conditions,
    ...(section !== undefined && { section }),
    ...(feed !== undefined && { feed }),
  });
  if (!rule)
    throw new UsageError(
      (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: expected ${message}.`).join(" "),
    );
  const slugs = edition.sections.map(({ slug }) => slug);
  if (section !== undefined && !slugs.includes(section))
    throw new UsageError(`The edition has no section "${section}". It has ${slugs.join(", ")}.`);
  if (feed !== undefined && !edition.sections.some(({ feeds }) => feeds.some(({ url }) => url === feed)))
    throw new UsageError(`The edition does not follow the feed "${feed}". /sources lists its feeds.`);
  return rule;
}

function toSentence(rule: Rule, edition: Edition): string {
  return describeRules([rule], edition).join(" ");
}
