import { articlePath } from "../../../core/addresses.ts";
import { EditorError } from "../../editorError.ts";
import { escapeHtml } from "../../html/text.ts";
import { listLetters as findLetters } from "../../store/contactMessages.ts";
import { findImportedStory } from "../../store/stories/staffStories.ts";
import { addStory, publishStory } from "../../stories/editStories.ts";
import { toMarkdown } from "../../stories/import/toMarkdown.ts";
import { explainUnknownSection, findSection } from "../../stories/storyFile.ts";
import { getPageUrl, print, STRING, STRINGS, type StoryContext } from "../command.ts";
import type { NewsroomCommand } from "./newsroomCommand.ts";
import { printableTime } from "./timeOption.ts";

const DEFAULT_SECTION = "opinion";

/** Subcommands of `npx broadsheet letters`. */
export const COMMANDS: Record<string, NewsroomCommand> = {
  list: { arguments: [], run: listLetters },
  publish: { arguments: ["ID"], options: { title: STRING, section: STRINGS }, run: publishLetter },
};

/** `letters list`: prints the messages whose writers permit their publication. */
async function listLetters(context: StoryContext): Promise<number> {
  const { database, edition } = context;
  const letters = await findLetters(database, edition.id);
  for (const { id, received_at, name, place, body } of letters) {
    const story = await findImportedStory(database, edition.id, toKey(id));
    print(`${id}  ${printableTime(context, received_at)}  ${name}, ${place}${story ? `  (${story.slug})` : ""}`);
    for (const line of body.split("\n")) print(`  | ${line}`);
  }
  if (letters.length === 0) print("There are no letters.");
  return 0;
}

/** `letters publish ID [--title TEXT] [--section SLUG]`: publishes a letter as a story with the writer's signature. */
async function publishLetter(context: StoryContext): Promise<number> {
  const { database, edition, options, lists } = context;
  const [id = ""] = context.arguments;
  const [sectionName = DEFAULT_SECTION] = lists.section ?? [];
  const letter = (await findLetters(database, edition.id)).find((letter) => String(letter.id) === id);
  if (!letter)
    throw new EditorError(`There is no letter ${id}. \`npx broadsheet letters\` lists those that may be printed.`);
  const section = findSection(edition.sections, sectionName);
  if (section === undefined)
    throw new EditorError(`--section: ${explainUnknownSection(edition.sections, sectionName)}`);
  const known = await findImportedStory(database, edition.id, toKey(letter.id));
  if (known) throw new EditorError(`Letter ${id} is already published as the story ${known.slug}.`);
  const { name, place, body } = letter;
  const paragraphs = body.split(/\n[^\S\n]*\n\s*/).map((text) => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`);
  // The place goes into the signature at the end, so the story has no dateline.
  const signature = `<p>${escapeHtml([name, place].filter(Boolean).join(", "))}</p>`;
  const content = {
    title: options.title?.trim() || name,
    deck: "",
    sections: [section],
    byline: [name],
    place: "",
    topics: [],
    body: toMarkdown([...paragraphs, signature].join(""), null),
  };
  const { slug } = await addStory(context, { content }, { importKey: toKey(letter.id) });
  const story = await publishStory(context, slug);
  print(`${story.slug}: published`);
  print(getPageUrl(context, articlePath(story.slug)));
  return 0;
}

/** Returns the import key of a letter. The letter's story is stored with this key, so it is not published twice. */
function toKey(id: number): string {
  return `letter ${id}`;
}
