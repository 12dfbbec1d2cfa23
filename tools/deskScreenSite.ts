import type { Browser, BrowserContext, Page } from "@playwright/test";
import { sql } from "kysely";
import sharp from "sharp";
import { drawScenery } from "../core/skyline.ts";
import { addAuthenticator } from "../tests/browser/desk/authenticator.ts";
import { startDeskSite } from "../tests/support/desk.ts";
import { NO_FEEDS, writeTestEdition } from "../tests/support/editions.ts";
import { startMailHost } from "../tests/support/mailHost.ts";
import { queryStore } from "../tests/support/stores.ts";
import type { PageOptions, Screen } from "./captureScreens.ts";
import { IMAGES, type ImageName, type LibraryImage } from "./deskScreenImages.ts";
import { type Draft, type Role, STORIES, type StoryState } from "./deskScreenStories.ts";

/** A screen of the desk. In its path, a story's name in braces stands for its id, and `{link}` for a sign-in link. */
export interface DeskScreen extends Screen {
  /** Role of the person who sees the screen; "nobody" before sign-in. An editor by default. */
  person?: Role | "nobody";
  /** True if preparing the screen changes its story, so that each screenshot needs a new copy of the story. */
  isChanging?: boolean;
  /** True if the publisher's passkey was used a while ago, so that the desk asks for it again. */
  hasOldProof?: boolean;
  /** Changes the story on both pages at the same time. `other` is the page of another person, the publisher. */
  meanwhile?: (page: Page, other: Page) => Promise<void>;
}

const PEOPLE: Record<Role, { name: string; role: "publisher" | "editor" | "writer" }> = {
  publisher: { name: "Ana Ruiz", role: "publisher" },
  editor: { name: "Ben Cole", role: "editor" },
  writer: { name: "Rosa Quintero", role: "writer" },
  /** A writer without stories. */
  beginner: { name: "Sam Ito", role: "writer" },
  /** An editor of two editions. */
  traveler: { name: "Jo Lindqvist", role: "editor" },
};
/** Person who was invited, and has not signed in yet. */
const INVITED = "Lena Park";
/** Public address of the site, as screens show it. Nothing requests the address. */
const SITE_URL = "https://chicago.example";
const HOUR_MS = 60 * 60_000;

export type DeskScreenSite = Awaited<ReturnType<typeof startDeskScreenSite>>;

/** Starts a desk with people, and with a story in each state. */
export async function startDeskScreenSite(browser: Browser) {
  const mailHost = await startMailHost();
  const desk = await startDeskSite({ SITE_URL, SMTP_URL: mailHost.url });
  const sessions = new Map<Role, Promise<BrowserContext>>();
  const uploads = new Map<string, Promise<string>>();
  const texts = new Map<string, string>();
  texts.set("link", (await addPerson(INVITED, "writer", "chicago")).replace(/^\//, ""));
  for (const role of ["publisher", "editor", "writer", "beginner"] as const) await getSession(role);
  for (const name of Object.keys(IMAGES) as ImageName[]) await upload(name);
  for (const [name, draft] of Object.entries(STORIES)) texts.set(name, await write(draft));

  return {
    async open(screen: DeskScreen, options: PageOptions): Promise<Page> {
      const { path, person = "editor", isChanging, hasOldProof, meanwhile } = screen;
      if (person === "publisher") await setProof(hasOldProof ? 24 : 0);
      const [braced = "", name = ""] = /\{(\w+)\}/.exec(path) ?? [];
      const draft = isChanging ? STORIES[name] : undefined;
      const url = `${desk.url}${path.replace(braced, draft ? await write(draft) : (texts.get(name) ?? ""))}`;
      const page = await openPage(person, url, options);
      if (meanwhile) await meanwhile(page, await openPage("publisher", url, options));
      return page;
    },
    async stop() {
      await desk.stop();
      await mailHost.close();
    },
  };

  async function openPage(person: Role | "nobody", url: string, options: PageOptions): Promise<Page> {
    const storageState = person === "nobody" ? undefined : await (await getSession(person)).storageState();
    const context = await browser.newContext({ ...options, ...(storageState && { storageState }) });
    const page = await context.newPage();
    await page.goto(url);
    await page.locator("h1").first().waitFor({ state: "attached" });
    return page;
  }

  function getSession(role: Role): Promise<BrowserContext> {
    const session = sessions.get(role) ?? signIn(role);
    sessions.set(role, session);
    return session;
  }

  async function signIn(key: Role): Promise<BrowserContext> {
    const { name, role } = PEOPLE[key];
    if (key === "traveler") await addEdition();
    const first = await addPerson(name, role, "chicago");
    // Adding a person to a second edition creates a new sign-in link, and makes the first link invalid.
    const link = key === "traveler" ? await addPerson(name, role, "madison") : first;
    const context = await enterBy(link, name);
    if (key !== "publisher") return context;
    const [page] = context.pages();
    await page?.getByRole("button", { name: "Add a passkey" }).click();
    await page?.waitForURL("**/stories/**");
    // Opens a second session, as on another device.
    const output = await desk.run("people", "link", name);
    await enterBy(/\/link\/\w+/.exec(output)?.[0] ?? "", name);
    return context;
  }

  function addPerson(name: string, role: string, edition: string): Promise<string> {
    const email = `${name.split(" ")[0]?.toLowerCase()}@chicago.example`;
    return desk.addPerson(name, role, "--edition", edition, "--email", email);
  }

  async function enterBy(link: string, name: string): Promise<BrowserContext> {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    await addAuthenticator(page);
    await page.goto(desk.url + link);
    await page.getByRole("button", { name }).click();
    await page.waitForURL(/\/(account|stories)/);
    return context;
  }

  /** Adds a second edition, without stories, to the running site. */
  async function addEdition(): Promise<void> {
    const id = "madison";
    await writeTestEdition(`${desk.folder}/editions`, {
      ...NO_FEEDS,
      id,
      source: `editions/${id}`,
      host: "madison.example",
    });
    await desk.site.logs((log) => log.includes('"editions reloaded"'));
  }

  /** Sets when the publisher last used the passkey. */
  async function setProof(hoursAgo: number): Promise<void> {
    const at = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
    await queryStore(desk.storeUrl, sql`update sessions set proved_at = ${at} where proved_at is not null`);
  }

  /** Sends a request as a person of the desk. */
  async function send<Answer>(role: Role, method: string, path: string, body?: object): Promise<Answer> {
    const { request } = await getSession(role);
    const options = { method, headers: { origin: desk.url }, ...(body && { data: body }) };
    const response = await request.fetch(`${desk.url}/api/chicago/${path}`, options);
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  }

  async function write(draft: Draft): Promise<string> {
    const { title, by = "editor", deck = "", sections = ["local"], place = "", topics = [], image: name } = draft;
    const { id } = await send<{ id: number }>(by, "POST", "stories", { key: createKey() });
    const image = name && { file: await upload(name), ...getTexts(name) };
    // Joins the lines of each paragraph, since the editor writes a paragraph in one line.
    let body = draft.body.replaceAll(/(?<=\S)(?<!quote)\n(?=[\w“$])/g, " ");
    for (const each of Object.keys(IMAGES) as ImageName[]) body = body.replaceAll(`{${each}}`, await upload(each));
    const byline = [PEOPLE[by].name];
    const content = { title, deck, body, sections, byline, place, topics, ...(image && { image }) };
    await send(by, "PUT", `stories/${id}/copy`, { key: createKey(), baseRevision: 0, content });
    await advance(draft.state ?? "draft", String(id), content);
    return String(id);
  }

  function getTexts(name: ImageName) {
    const { alt, caption, credit }: LibraryImage = IMAGES[name];
    return { alt, caption, credit };
  }

  /** Adds an image to the library once, and returns its address. */
  function upload(name: ImageName): Promise<string> {
    const address = uploads.get(name) ?? addImage(name);
    uploads.set(name, address);
    return address;
  }

  async function addImage(name: ImageName): Promise<string> {
    const { seed, tone, landscape }: LibraryImage = IMAGES[name];
    const drawing = sharp(Buffer.from(drawScenery(seed, tone, { ...(landscape && { landscape }) })), { density: 360 });
    const file = await drawing.resize(1600, 900).jpeg().toBuffer();
    const { key, url } = await send<{ key: string; url: string }>("editor", "POST", `images?name=${name}.jpg`, file);
    const texts = getTexts(name);
    if (texts.alt) await send("editor", "PUT", `images/${key}`, { ...texts, isDecorative: false, focus: null });
    return url;
  }

  async function advance(state: StoryState, id: string, content: object): Promise<void> {
    const path = `stories/${id}`;
    const publish = (at: string | null) => {
      const request = { key: createKey(), revision: 1, at, change: null, alert: null };
      return send("editor", "POST", `${path}/publish`, request);
    };
    switch (state) {
      case "submitted":
      case "returned": {
        const note = "The number of saplings is still to be checked.";
        await send("writer", "POST", `${path}/submit`, { key: createKey(), note: state === "submitted" ? note : "" });
        await (state === "submitted" ? discuss(path) : giveBack(path));
        return;
      }
      case "scheduled":
      case "overdue":
        await publish(new Date(Date.now() + 20 * HOUR_MS).toISOString());
        if (state === "overdue") await delay(id);
        return;
      case "published":
      case "withdrawn":
      case "changed":
        await publish(null);
    }
    const line = "The pool stays closed. This story appeared too early.";
    if (state === "withdrawn") await send("editor", "POST", `${path}/withdraw`, { key: createKey(), line });
    if (state === "changed") await change(path, content as { body: string });
  }

  async function discuss(path: string): Promise<void> {
    await send("editor", "POST", `${path}/comments`, { key: createKey(), text: "Who paid for the saplings?" });
    await send("writer", "POST", `${path}/comments`, { key: createKey(), text: "The parents. I will add it." });
  }

  function giveBack(path: string): Promise<unknown> {
    const note = "Lovely. Please ask the owners, too, and add a photo of the counter at night.";
    return send("editor", "POST", `${path}/return`, { key: createKey(), note });
  }

  async function change(path: string, content: { body: string }): Promise<void> {
    const { copy } = await send<{ copy: { revision: number } }>("editor", "GET", path);
    const body = content.body
      .replace("nine weekends from Friday", "**nine weekends** from Saturday")
      .replace("bridge.example/paths", "bridge.example/walkers")
      .replace("$3.1 million", "$3.4 million");
    const request = { key: createKey(), baseRevision: copy.revision, content: { ...content, body } };
    await send("editor", "PUT", `${path}/copy`, request);
  }

  /** Makes a scheduled story due, and causes its publication to fail. */
  async function delay(id: string): Promise<void> {
    const past = new Date(Date.now() - HOUR_MS).toISOString();
    const trigger = `create trigger fail_${id} before update on staff_stories
      when old.id = ${id} and new.state = 'published' begin select raise(abort, 'the disk is full'); end`;
    await queryStore(desk.storeUrl, sql.raw(trigger));
    await queryStore(desk.storeUrl, sql`update staff_stories set publish_at = ${past} where id = ${Number(id)}`);
  }
}

function createKey(): string {
  return crypto.randomUUID();
}
