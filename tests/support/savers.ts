import { mergeBodies } from "../../core/markdown/mergeBodies.ts";
import { RequestError } from "../../desk/api.ts";
import type { Device, KeptCopy } from "../../desk/saving/keptCopies.ts";
import { createSaver } from "../../desk/saving/saver.ts";
import type { Clock, SaveRequest } from "../../desk/saving/saverParts.ts";
import type { SaveAnswer } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";

export const AT = "2026-11-26T20:02:00.000Z";
const EMPTY: CopyContent = { title: "", deck: "", sections: [], byline: [], place: "", topics: [], body: "" };
export const LONG = "A sentence of the ferry. ".repeat(30);

export function write(body: string, title = ""): CopyContent {
  return { ...EMPTY, title, body };
}

/** A clock whose time passes only when a test advances it. */
export class TestClock implements Clock {
  #now = 1_000_000;
  #timers: { at: number; work: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.work();
      await settle();
    }
    this.#now = end;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

export class TestDevice implements Device {
  readonly copies = new Map<string, KeptCopy>();
  isFull = false;

  async put(copy: KeptCopy): Promise<void> {
    if (this.isFull) throw new Error("full");
    this.copies.set(copy.id, structuredClone(copy));
  }

  async remove(id: string): Promise<void> {
    this.copies.delete(id);
  }
}

/** A server that behaves like `PUT …/copy`. A test can delay or lose its responses, or replace them with errors. */
export class TestServer {
  revision = 0;
  content: CopyContent;
  readonly requests: SaveRequest[] = [];
  /** Called before a request is handled; may throw to make the request fail before it has any effect. */
  before: () => void = () => {};
  /** Called after a request was handled; may throw to lose the response. */
  after: () => void | Promise<void> = () => {};
  #by = "Ada";
  readonly #revisions = new Map<number, { content: CopyContent; by: string }>();
  readonly #answers = new Map<string, { request: string; answer: SaveAnswer }>();

  constructor(content: CopyContent) {
    this.content = content;
    this.#revisions.set(0, { content, by: "Ada" });
  }

  async save(request: SaveRequest): Promise<SaveAnswer> {
    this.requests.push(request);
    this.before();
    const answer = this.#do(structuredClone(request));
    await this.after();
    return structuredClone(answer);
  }

  /** Saves as another person, who had the newest copy open. */
  saveAs(by: string, content: CopyContent): void {
    this.#add(content, by);
  }

  getCopy() {
    return { revision: this.revision, content: this.content, savedAt: AT, savedBy: this.#by };
  }

  #add(content: CopyContent, by: string): void {
    this.#by = by;
    this.content = content;
    this.revision++;
    this.#revisions.set(this.revision, { content, by });
  }

  #do({ key, baseRevision, content }: SaveRequest): SaveAnswer {
    const known = this.#answers.get(key);
    if (known) {
      if (known.request !== JSON.stringify(content)) throw new Error(`key ${key} was used for two contents`);
      return known.answer;
    }
    const base = this.#revisions.get(baseRevision)?.content ?? EMPTY;
    if (baseRevision === this.revision) {
      this.#add(content, "Ada");
      const answer = { revision: this.revision, savedAt: AT, merged: null };
      this.#answers.set(key, { request: JSON.stringify(content), answer });
      return answer;
    }
    const { body, conflicts } = mergeBodies(base.body, content.body, this.content.body);
    const title = content.title === base.title ? this.content.title : content.title;
    const by = this.#by;
    this.#add({ ...content, title, body }, "Ada");
    const merged = { content: this.content, by: [by], conflicts, fieldConflicts: [] };
    const answer = { revision: this.revision, savedAt: AT, merged };
    this.#answers.set(key, { request: JSON.stringify(content), answer });
    return answer;
  }
}

let keys = 0;

/** Opens a window with the story: a plain text in place of the editor, and a saver for this text. */
export function openWindow(server: TestServer, device: Device, clock: Clock, kept: KeptCopy | null = null) {
  let text = server.content.body;
  const given: string[] = [];
  const id = `window ${++keys}`;
  const saver = createSaver({
    id,
    copy: server.getCopy(),
    clock,
    device,
    send: (request) => server.save(request),
    createKey: () => `key ${++keys}`,
    getBody: () => text,
    applyMerged(body) {
      given.push(body);
      text = body;
      saver.changeText();
    },
  });
  saver.start(kept);
  return {
    saver,
    /** Merged texts that the saver gave to the editor. */
    given,
    type(body: string) {
      text = body;
      saver.changeText();
    },
    getText: () => text,
    getState: () => saver.view.get().state,
  };
}

export function open(content = write("Old.\n")) {
  const clock = new TestClock();
  const device = new TestDevice();
  const server = new TestServer(content);
  return { clock, device, server, ...openWindow(server, device, clock) };
}

export function failWith(status: number, message = "No."): () => never {
  return () => {
    throw new RequestError(status, message);
  };
}

/** Holds responses back until the returned function is called. */
export function holdAnswers(server: TestServer): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.after = () => held;
  return () => {
    server.after = () => {};
    release();
  };
}
