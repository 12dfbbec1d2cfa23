import type { Edition } from "../../server/editions/loading/load.ts";
import type { Actor } from "../../server/people/capabilities.ts";
import { addPerson } from "../../server/people/people.ts";
import { createSignInLink } from "../../server/people/signInLinks.ts";
import { listNames, listRoles } from "../../server/store/people/people.ts";
import type { PersonRole } from "../../server/store/schema/peopleSchema.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { saveCopy } from "../../server/stories/copies/saveCopy.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { createDraft } from "../../server/stories/createDraft.ts";
import { publishCopy } from "../../server/stories/publishCopy.ts";
import { addComment, submitStory } from "../../server/stories/review.ts";
import type { StoryEditing } from "../../server/stories/storyEditing.ts";

const DAY_MS = 24 * 60 * 60_000;
const PEOPLE = { writer: "Ben Cole", editor: "Eve Marsh", publisher: "Ada Moss" } satisfies Record<PersonRole, string>;

const SUBMITTED = {
  title: "Library’s Seed Drawer Runs Low, and Neighbors Refill It",
  deck: "A card catalog that lends tomatoes asked for help. By Saturday it could not close.",
  place: "Lakeview",
  topics: ["gardens", "libraries"],
  body: `The drawer marked “Tomatoes, all kinds” held four envelopes on Monday. On Saturday the librarian could not close it.

“We asked for a spoonful,” said Mara Dell, who looks after the seed library at the branch. “People brought jars.”

## How it works

- Take up to five envelopes.
- Plant them.
- Bring back what you can spare in the fall.

The library lends **212 varieties**, TK of them from the neighborhood.

> Nobody has ever been fined for a late tomato.

The drawer is open whenever the branch is.`,
};

const DRAFT = {
  title: "A Bus Driver’s Map of the Best Porch Lights",
  deck: "",
  place: "",
  topics: [],
  body: `Route 72 passes 340 porches after dark. Theo Lund has opinions on most of them.

He began the map in January`,
};

const SCHEDULED = {
  title: "Footbridge Reopens With a Plank for Every Donor",
  deck: "The last of 614 boards goes in at dawn.",
  place: "Riverside",
  topics: ["river"],
  body: `The footbridge that closed for repairs in the spring reopens tomorrow, with 614 new planks and a name under each.

The names face the water, where only rowers can read them.`,
};

const PUBLISHED = {
  title: "Chess Club Moves Its Last Table Indoors",
  deck: "The pavilion’s players will wait for spring at the field house.",
  place: "Uptown",
  topics: ["chess"],
  body: `Ten players carried the last stone-topped table into the field house on Tuesday, and finished the game that was on it.

The club meets on Tuesdays and Thursdays at 6 p.m. Beginners are welcome.`,
};

/** A person of the demo, and the token of this person's one-time link. */
interface DemoPerson {
  name: string;
  role: PersonRole;
  token: string;
}

/**
 * Adds three people to an edition, and stories in each state: a draft, a story that waits for review with a note and a
 * comment, a scheduled story, and a published one with a change that readers do not see yet. Adds nothing and returns
 * an empty list if the store has people already.
 */
export async function fillDemoNewsroom(database: Database, edition: Edition): Promise<DemoPerson[]> {
  if ((await listNames(database)).length > 0) return [];
  const now = new Date().toISOString();
  const operator = { database, edition: edition.id, actor: { isOperator: true, name: "demo" } as const, now };
  const people: DemoPerson[] = [];
  const actors = new Map<PersonRole, Actor>();
  for (const [role, name] of Object.entries(PEOPLE) as [PersonRole, string][]) {
    const { id } = await addPerson(operator, { name, role, email: null });
    actors.set(role, { isOperator: false, name, personId: id, roles: await listRoles(database, id) });
    people.push({ name, role, token: await createSignInLink(operator, name) });
  }
  const as = (role: PersonRole): StoryEditing => ({ database, edition, actor: actors.get(role) as Actor, now });
  const createKey = () => crypto.randomUUID();
  const sections = edition.sections.slice(0, 1).map(({ slug }) => slug);

  async function write(role: PersonRole, texts: Partial<CopyContent>): Promise<number> {
    const id = await createDraft(as(role), createKey());
    await save(role, id, 0, texts);
    return id;
  }
  async function save(role: PersonRole, id: number, baseRevision: number, texts: Partial<CopyContent>) {
    const empty = { title: "", deck: "", place: "", topics: [], body: "" };
    const content = { ...empty, sections, byline: [as(role).actor.name], ...texts };
    return saveCopy(as(role), id, { key: createKey(), baseRevision, content });
  }

  await write("writer", DRAFT);
  const submitted = await write("writer", SUBMITTED);
  const note = "Please check the number of varieties; the librarian calls back on Friday.";
  await submitStory(as("writer"), submitted, { key: createKey(), note });
  const text = "Lovely. Can we name the branch in the first paragraph?";
  await addComment(as("editor"), submitted, { key: createKey(), text });
  const publication = { revision: 1, change: null, alert: null };
  const scheduled = await write("editor", SCHEDULED);
  const at = new Date(Date.parse(now) + DAY_MS).toISOString();
  await publishCopy(as("editor"), scheduled, { ...publication, key: createKey(), at });
  const published = await write("editor", PUBLISHED);
  await publishCopy(as("editor"), published, { ...publication, key: createKey(), at: null });
  const body = PUBLISHED.body.replace("6 p.m.", "6:30 p.m.");
  await save("editor", published, 1, { ...PUBLISHED, body });
  return people;
}
