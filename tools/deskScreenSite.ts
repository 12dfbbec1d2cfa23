import type { Browser, BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { drawScenery } from "../core/skyline.ts";
import { startDeskSite } from "../tests/support/desk.ts";
import type { PageOptions, Screen } from "./captureScreens.ts";
import { STORY_END, STORY_TEXT } from "./screenSite.ts";

/** A screen of the desk. A story's name in braces in its path stands for the story's id. */
export interface DeskScreen extends Screen {
  /** Person who opens the screen; "nobody" before sign-in. An editor by default. */
  person?: keyof typeof PEOPLE | "nobody";
  /** True if preparing the screen changes its story, so that each screenshot needs a story of its own. */
  isChanging?: boolean;
}

const PEOPLE = {
  publisher: "Ana Ruiz",
  editor: "Ben Cole",
  writer: "Rosa Quintero",
  /** A writer who has written nothing. */
  beginner: "Sam Ito",
} as const;
type Role = keyof typeof PEOPLE;

const BODY = `${STORY_TEXT}
${STORY_END}`;

const IMAGE = {
  alt: "Sailboats off the shore",
  caption: "The harbor on the first evening of the season.",
  credit: "Cy Dunn",
};

interface Draft {
  title: string;
  by?: Role;
  deck?: string;
  body?: string;
  sections?: string[];
  hasImage?: boolean;
}

/** Stories, by the names in the paths of screens. */
const STORIES: Record<string, Draft> = {
  draft: {
    title: "Night Ferry Tries a Third Season",
    deck: "The last boat leaves at 1:40 a.m. Those who bake, clean and nurse for the city are on it.",
    by: "writer",
    body: BODY,
    hasImage: true,
  },
  gaps: {
    title: "Library Opens on Sundays TK",
    sections: [],
    body: "The main library will open on Sundays. TK count.\n",
  },
  submitted: { title: "A School Plants Its Own Forest", by: "writer", body: "Ninety pupils planted 400 saplings.\n" },
  scheduled: { title: "Market Moves Under the Viaduct", body: "The market moves on Saturday.\n" },
  published: {
    title: "Bridge to Close for Nine Weekends",
    deck: "Buses will take the long way round.",
    body: BODY,
    hasImage: true,
  },
  withdrawn: { title: "Pool Reopens After Repairs", body: "The pool reopens on Monday.\n" },
  shared: { title: "Council Votes on the Tree Budget", body: "The council votes tonight.\n\nThe hall opens at six.\n" },
};

export type DeskScreenSite = Awaited<ReturnType<typeof startDeskScreenSite>>;

/** Starts a desk with people, and with a story in each state. */
export async function startDeskScreenSite(browser: Browser) {
  const desk = await startDeskSite();
  const sessions = new Map<Role, Awaited<ReturnType<BrowserContext["storageState"]>>>();
  const pages = new Map<Role, Page>();
  for (const role of Object.keys(PEOPLE) as Role[]) {
    const link = await desk.addPerson(PEOPLE[role], role === "beginner" ? "writer" : role);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(desk.url + link);
    await page.getByRole("button", { name: PEOPLE[role] }).click();
    await page.waitForURL(/\/(account|stories)/);
    sessions.set(role, await context.storageState());
    pages.set(role, page);
  }
  const ids = new Map<string, string>();
  for (const [name, draft] of Object.entries(STORIES)) ids.set(name, await write(draft));
  await review();
  await publish();
  return {
    async open({ path, person = "editor", isChanging }: DeskScreen, options: PageOptions): Promise<Page> {
      const context = await browser.newContext({
        ...options,
        ...(person !== "nobody" && { storageState: sessions.get(person) }),
      });
      const page = await context.newPage();
      const [braced = "", name = ""] = /\{(\w+)\}/.exec(path) ?? [];
      const draft = isChanging ? STORIES[name] : undefined;
      const id = draft ? await write(draft) : ids.get(name);
      await page.goto(desk.url + path.replace(braced, id ?? ""));
      await page.locator("h1").first().waitFor({ state: "attached" });
      return page;
    },
    stop: () => desk.stop(),
  };

  /** Sends a request as a person of the desk. */
  async function send<Answer>(role: Role, method: string, path: string, body?: object | Buffer): Promise<Answer> {
    const url = `${desk.url}/api/chicago/${path}`;
    const response = await pages.get(role)?.request.fetch(url, {
      method,
      headers: { origin: desk.url },
      ...(body && { data: body }),
    });
    if (!response?.ok()) throw new Error(`${method} ${path}: ${response?.status()} ${await response?.text()}`);
    return response.json();
  }

  async function write({ by = "editor", title, deck = "", body = "", sections = ["local"], hasImage }: Draft) {
    const { id } = await send<{ id: number }>(by, "POST", "stories", { key: createKey() });
    const image = hasImage && { file: await upload(by), ...IMAGE };
    const content = { title, deck, body, sections, byline: [PEOPLE[by]], ...(image && { image }) };
    await send(by, "PUT", `stories/${id}/copy`, { key: createKey(), baseRevision: 0, content });
    return String(id);
  }

  async function upload(role: Role): Promise<string> {
    const drawing = sharp(Buffer.from(drawScenery("mouth", "dusk", { landscape: "lake" })), { density: 360 });
    const file = await drawing.resize(1600, 900).jpeg().toBuffer();
    const { key, url } = await send<{ key: string; url: string }>(role, "POST", "images?name=pier.jpg", file);
    await send(role, "PUT", `images/${key}`, { ...IMAGE, isDecorative: false, focus: null });
    return url;
  }

  async function review(): Promise<void> {
    const path = `stories/${ids.get("submitted")}`;
    const note = "The number of saplings is still to be checked.";
    await send("writer", "POST", `${path}/submit`, { key: createKey(), note });
    await send("editor", "POST", `${path}/comments`, { key: createKey(), text: "Who paid for the saplings?" });
    await send("writer", "POST", `${path}/comments`, { key: createKey(), text: "The parents. I will add it." });
  }

  async function publish(): Promise<void> {
    const at = new Date(Date.now() + 20 * 60 * 60_000).toISOString();
    for (const name of ["published", "withdrawn", "scheduled"]) {
      const request = {
        key: createKey(),
        revision: 1,
        at: name === "scheduled" ? at : null,
        change: null,
        alert: null,
      };
      await send("editor", "POST", `stories/${ids.get(name)}/publish`, request);
    }
    const line = "The pool stays closed. This story appeared too early.";
    await send("editor", "POST", `stories/${ids.get("withdrawn")}/withdraw`, { key: createKey(), line });
    const { copy } = await send<{ copy: { revision: number; content: object } }>(
      "editor",
      "GET",
      `stories/${ids.get("published")}`,
    );
    const content = { ...copy.content, deck: "Buses will take the long way round until March." };
    await send("editor", "PUT", `stories/${ids.get("published")}/copy`, {
      key: createKey(),
      baseRevision: copy.revision,
      content,
    });
  }
}

function createKey(): string {
  return crypto.randomUUID();
}
