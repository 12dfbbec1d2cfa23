import { getBlockSlots, HERO_SLOT, STORIES_IN_BLOCK } from "../../news/frontPage.ts";
import { listPins } from "../../store/stories/pins.ts";
import { pinStory, unpin } from "../../stories/pinning.ts";
import { print, type StoryContext, UsageError } from "../command.ts";
import { printableTime, readTimeOption } from "../newsroom/timeOption.ts";

/** `stories pin SLUG --slot hero|SECTION|SECTION/PLACE --until TIME`: pins a story to a slot of the front page. */
export async function runPin(context: StoryContext): Promise<number> {
  const [slug = ""] = context.arguments;
  const { slot = HERO_SLOT, until } = context.options;
  const sections = context.edition.sections.map((section) => section.slug);
  const places = sections.flatMap(getBlockSlots);
  if (slot !== HERO_SLOT && !places.includes(slot))
    throw new UsageError(
      `The slots are ${[HERO_SLOT, ...sections].join(", ")}; with a place from 2 to ${STORIES_IN_BLOCK}, ${sections[0]}/2.`,
    );
  if (until === undefined)
    throw new UsageError('stories pin needs --until TIME, when the pin ends, such as --until "tomorrow 6 pm".');
  const end = readTimeOption(context, "--until", until);
  if (end <= context.now) throw new UsageError(`--until: found "${until}"; expected a time in the future.`);
  await pinStory(context, slug, slot, end);
  print(`${slug} is pinned to ${slot} until ${printableTime(context, end)}.`);
  return 0;
}

/** `stories unpin SLOT`: removes the pin of a slot. */
export async function runUnpin(context: StoryContext): Promise<number> {
  const [slot = ""] = context.arguments;
  await unpin(context, slot);
  print(`Nothing is pinned to ${slot} any longer.`);
  return 0;
}

/** `stories pins`: prints the pins that are in force. */
export async function printPins(context: StoryContext): Promise<number> {
  const { database, edition, now } = context;
  const pins = await listPins(database, edition.id, now);
  for (const { slot, article_id, until } of pins) {
    const articles = database.selectFrom("articles").select("slug").where("id", "=", article_id);
    print(`${slot}  until ${printableTime(context, until)}  ${(await articles.executeTakeFirst())?.slug}`);
  }
  if (pins.length === 0) print("Nothing is pinned.");
  return 0;
}
