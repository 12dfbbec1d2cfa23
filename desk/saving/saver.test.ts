import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeBodies } from "../../core/markdown/mergeBodies.ts";
import type { SaveAnswer } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { RequestError } from "../api.ts";
import type { Device, KeptCopy } from "./keptCopies.ts";
import { createSaver } from "./saver.ts";
import type { Clock, SaveRequest } from "./saverParts.ts";

const AT = "2026-11-26T20:02:00.000Z";
const EMPTY: CopyContent = { title: "", deck: "", sections: [], byline: [], place: "", topics: [], body: "" };
const LONG = "A sentence of the ferry. ".repeat(30);

function write(body: string, title = ""): CopyContent {
  return { ...EMPTY, title, body };
}

/** Time that passes when a test says so. */
class TestClock implements Clock {
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

class TestDevice implements Device {
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

/** A server as `PUT …/copy` is, whose answers a test holds back, loses or replaces by errors. */
class TestServer {
  revision = 0;
  content: CopyContent;
  readonly requests: SaveRequest[] = [];
  /** Called before a request is done; throws in place of it. */
  before: () => void = () => {};
  /** Called before an answer arrives; throws in place of it. */
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

  /** Saves as another person who had the newest copy open. */
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

/** A window with the story open: an editor that holds a text, and its saver. */
function openWindow(server: TestServer, device: Device, clock: Clock, kept: KeptCopy | null = null) {
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
    /** Texts that the editor was given. */
    given,
    type(body: string) {
      text = body;
      saver.changeText();
    },
    getText: () => text,
    getState: () => saver.view.get().state,
  };
}

function open(content = write("Old.\n")) {
  const clock = new TestClock();
  const device = new TestDevice();
  const server = new TestServer(content);
  return { clock, device, server, ...openWindow(server, device, clock) };
}

function failWith(status: number, message = "No."): () => never {
  return () => {
    throw new RequestError(status, message);
  };
}

/** Holds answers back until the returned function is called. */
function holdAnswers(server: TestServer): () => void {
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

describe("saver", () => {
  it("keeps text on the device within a second and sends it within five while typing goes on", async () => {
    const { clock, device, server, type } = open();
    for (let step = 1; step <= 50; step++) {
      type(`${"x".repeat(step)}\n`);
      await clock.pass(100);
      if (step === 10) expect([...device.copies.values()][0]?.content.body).toMatch(/^x{5,}/);
    }
    expect(server.content.body).toMatch(/^x{39,}/);
    await clock.pass(2000);
    expect(server.content.body).toBe(`${"x".repeat(50)}\n`);
    expect(server.requests).toHaveLength(2);
  });

  it("says that it has saved only after the answer, and removes what the device has kept", async () => {
    const { clock, device, server, type, getState } = open();
    const release = holdAnswers(server);
    expect(getState()).toEqual({ type: "saved", at: AT });
    type("New.\n");
    expect(getState()).toEqual({ type: "saving" });
    await clock.pass(3000);
    expect(server.content.body).toBe("New.\n");
    expect(getState()).toEqual({ type: "saving" });
    expect(device.copies.size).toBe(1);
    release();
    await clock.pass(0);
    expect(getState()).toEqual({ type: "saved", at: AT });
    expect(device.copies.size).toBe(0);
  });

  it("sends one request at a time", async () => {
    const { clock, server, type } = open();
    const release = holdAnswers(server);
    type("One.\n");
    await clock.pass(3000);
    type("Two.\n");
    await clock.pass(20_000);
    expect(server.requests).toHaveLength(1);
    release();
    await clock.pass(5000);
    expect(server.requests.map(({ content, baseRevision }) => [content.body, baseRevision])).toEqual([
      ["One.\n", 0],
      ["Two.\n", 1],
    ]);
  });

  it("repeats a request that got no answer as it was, and then sends what was typed meanwhile", async () => {
    const { clock, server, device, type, getState } = open();
    const isKept: boolean[] = [];
    server.before = () => {
      const [kept] = [...device.copies.values()];
      isKept.push(kept?.pending?.key === server.requests.at(-1)?.key);
    };
    server.after = failWith(0);
    type("One.\n");
    await clock.pass(2000);
    expect(getState()).toEqual({ type: "offline" });
    type("Two.\n");
    await clock.pass(3000);
    server.after = () => {};
    await clock.pass(30_000);
    expect(getState()).toEqual({ type: "saved", at: AT });
    expect(new Set(server.requests.map(({ key }) => key)).size).toBe(2);
    expect(server.revision).toBe(2);
    expect(server.content.body).toBe("Two.\n");
    expect(new Set(isKept)).toEqual(new Set([true]));
  });

  it("tries again at once when the device is online", async () => {
    const { clock, server, type, saver, getState } = open();
    server.before = failWith(503);
    type("New.\n");
    await clock.pass(60_000);
    expect(getState()).toEqual({ type: "offline" });
    const sent = server.requests.length;
    expect(sent).toBeLessThan(12);
    server.before = () => {};
    saver.retry();
    await clock.pass(0);
    expect(getState()).toEqual({ type: "saved", at: AT });
    expect(server.requests).toHaveLength(sent + 1);
  });

  it("says why the desk refuses a text, and tries again when it changes", async () => {
    const { clock, server, device, type, getState } = open();
    server.before = failWith(413, "This is too much for the desk.");
    type("Too long.\n");
    await clock.pass(60_000);
    expect(getState()).toEqual({ type: "failed", why: "This is too much for the desk." });
    expect(server.requests).toHaveLength(1);
    expect([...device.copies.values()][0]?.content.body).toBe("Too long.\n");
    server.before = () => {};
    type("Short.\n");
    await clock.pass(2000);
    expect(getState()).toEqual({ type: "saved", at: AT });
    expect(server.content.body).toBe("Short.\n");
  });

  it("waits for a session, and goes on with the same request", async () => {
    const { clock, server, type, saver, getState } = open();
    server.before = failWith(401);
    type("One.\n");
    await clock.pass(2000);
    type("Two.\n");
    await clock.pass(60_000);
    expect(getState()).toEqual({ type: "signed out" });
    expect(server.requests).toHaveLength(1);
    server.before = () => {};
    saver.retry();
    await clock.pass(5000);
    expect(server.requests.map(({ content }) => content.body)).toEqual(["One.\n", "One.\n", "Two.\n"]);
    expect(server.requests[0]?.key).toBe(server.requests[1]?.key);
    expect(getState()).toEqual({ type: "saved", at: AT });
  });

  it("sends the content of the base if the server has forgotten it", async () => {
    const { clock, server, type, getState } = open();
    server.before = () => {
      if (!server.requests.at(-1)?.base) failWith(409)();
    };
    type("New.\n");
    await clock.pass(2000);
    expect(server.requests.map(({ base }) => base?.body)).toEqual([undefined, "Old.\n"]);
    expect(getState()).toEqual({ type: "saved", at: AT });
  });

  it("asks before a text shrinks, and keeps it short if that is meant", async () => {
    const { clock, server, device, type, saver, getState } = open(write(LONG));
    type("");
    await clock.pass(10_000);
    expect(getState()).toEqual({ type: "shrank", from: LONG.length, to: 0 });
    expect(server.requests).toEqual([]);
    expect([...device.copies.values()][0]?.content.body).toBe("");
    await expect(saver.flush()).rejects.toThrow("much shorter");
    saver.confirmShrink(true);
    await clock.pass(0);
    expect(server.content.body).toBe("");
    expect(getState()).toEqual({ type: "saved", at: AT });
  });

  it("brings a text back that shrank, with what was typed before", async () => {
    const { clock, server, type, saver, getState, getText } = open(write(LONG));
    type(`${LONG}More.`);
    await clock.pass(600);
    type("");
    await clock.pass(10_000);
    saver.confirmShrink(false);
    expect(getText()).toBe(`${LONG}More.`);
    await clock.pass(2000);
    expect(server.content.body).toBe(`${LONG}More.`);
    expect(getState()).toEqual({ type: "saved", at: AT });
  });

  it("asks no more once the text is back", async () => {
    const { clock, server, type, getState } = open(write(LONG));
    type("");
    await clock.pass(10_000);
    type(LONG);
    await clock.pass(2000);
    expect(getState()).toEqual({ type: "saved", at: AT });
    expect(server.requests).toEqual([]);
  });

  it("says that the device keeps nothing, and saves nevertheless", async () => {
    const { clock, server, device, type, saver, getState } = open();
    device.isFull = true;
    server.before = failWith(0);
    type("New.\n");
    await clock.pass(2000);
    expect(saver.view.get().isDeviceWorking).toBe(false);
    expect(saver.isAtRisk()).toBe(true);
    server.before = () => {};
    await clock.pass(20_000);
    expect(getState()).toEqual({ type: "saved", at: AT });
    expect(saver.isAtRisk()).toBe(false);
  });

  it("holds the window only while something is not on the device", async () => {
    const { clock, server, type, saver } = open();
    server.before = failWith(0);
    expect(saver.isAtRisk()).toBe(false);
    type("New.\n");
    expect(saver.isAtRisk()).toBe(true);
    await saver.keep();
    expect(saver.isAtRisk()).toBe(false);
    await clock.pass(60_000);
    expect(saver.isAtRisk()).toBe(false);
  });

  it("saves fields beside the text", async () => {
    const { clock, server, saver } = open();
    saver.changeFields({ title: "Ferry returns" });
    expect(saver.view.get().content.title).toBe("Ferry returns");
    await clock.pass(2000);
    expect(server.content).toEqual(write("Old.\n", "Ferry returns"));
  });

  it("gives the editor the changes of others if nothing was typed meanwhile", async () => {
    const { clock, server, type, given, saver } = open(write("One.\n\nTwo.\n"));
    server.saveAs("Ben Cole", write("One.\n\n2.\n", "Ferry"));
    type("1.\n\nTwo.\n");
    await clock.pass(2000);
    expect(given).toEqual(["1.\n\n2.\n"]);
    expect(saver.view.get().content.title).toBe("Ferry");
    expect(saver.view.get().conflicts).toEqual([]);
    await clock.pass(10_000);
    expect(server.requests).toHaveLength(1);
  });

  it("merges the changes of others with what was typed meanwhile", async () => {
    const { clock, server, type, given, getText } = open(write("One.\n\nTwo.\n\nThree.\n"));
    server.saveAs("Ben Cole", write("One.\n\n2.\n\nThree.\n"));
    const release = holdAnswers(server);
    type("1.\n\nTwo.\n\nThree.\n");
    await clock.pass(2000);
    type("1.\n\nTwo.\n\n3.\n");
    release();
    await clock.pass(0);
    expect(given).toEqual(["1.\n\n2.\n\n3.\n"]);
    await clock.pass(5000);
    expect(getText()).toBe("1.\n\n2.\n\n3.\n");
    expect(server.content.body).toBe("1.\n\n2.\n\n3.\n");
  });

  it("reports a paragraph that others changed too", async () => {
    const { clock, server, type, saver, getText } = open(write("One.\n"));
    server.saveAs("Ben Cole", write("Ben.\n"));
    type("Ada.\n");
    await clock.pass(2000);
    expect(getText()).toBe("Ada.\n\nBen.\n");
    expect(saver.view.get()).toMatchObject({
      conflicts: [{ ours: "Ada.", theirs: "Ben." }],
      conflictsWith: ["Ben Cole"],
    });
  });

  it("leaves one of the two texts of a conflict", async () => {
    const { clock, server, type, saver, getText } = open(write("One.\n\nTwo.\n\nThree.\n"));
    server.saveAs("Ben Cole", write("Ben.\n\nTwo.\n\n3.\n"));
    type("Ada.\n\nTwo.\n\nThird.\n");
    await clock.pass(2000);
    expect(getText()).toBe("Ada.\n\nBen.\n\nTwo.\n\nThird.\n\n3.\n");
    for (const [index, kept] of (["theirs", "ours"] as const).entries()) {
      const [conflict] = saver.view.get().conflicts;
      expect(saver.view.get().conflicts).toHaveLength(2 - index);
      if (conflict) saver.settleConflict(conflict, kept);
    }
    expect(getText()).toBe("Ben.\n\nTwo.\n\nThird.\n");
    await clock.pass(2000);
    expect(server.content.body).toBe("Ben.\n\nTwo.\n\nThird.\n");
  });

  it("takes a copy that others have saved, and leaves what is typed", async () => {
    const { clock, server, type, saver, getText, getState } = open(write("One.\n\nTwo.\n"));
    type("1.\n\nTwo.\n");
    server.saveAs("Ben Cole", write("One.\n\n2.\n"));
    saver.take(server.getCopy());
    expect(getText()).toBe("1.\n\n2.\n");
    await clock.pass(2000);
    expect(getState()).toEqual({ type: "saved", at: AT });
    expect(server.content.body).toBe("1.\n\n2.\n");
    expect(server.requests[0]?.baseRevision).toBe(1);
  });

  it("goes on from what a closed window has left, with the request that may have arrived", async () => {
    const { clock, server, device, type, saver } = open(write("One.\n"));
    server.after = failWith(0);
    type("One, two.\n");
    await clock.pass(2000);
    type("One, two, three.\n");
    await clock.pass(600);
    await saver.stop();
    server.after = () => {};
    expect(server.content.body).toBe("One, two.\n");
    const [kept] = [...device.copies.values()];
    const next = openWindow(server, device, clock, kept);
    expect(next.getText()).toBe("One, two, three.\n");
    expect(next.saver.view.get()).toMatchObject({ isRestored: true, initial: { body: "One, two, three.\n" } });
    await clock.pass(5000);
    expect(server.content.body).toBe("One, two, three.\n");
    expect(server.revision).toBe(2);
    expect(next.saver.view.get().conflicts).toEqual([]);
    expect(device.copies.size).toBe(0);
  });

  it("saves in the background after the screen was left", async () => {
    const { clock, server, type, saver } = open();
    server.before = failWith(0);
    type("New.\n");
    saver.leave();
    await clock.pass(5000);
    server.before = () => {};
    await clock.pass(20_000);
    expect(server.content.body).toBe("New.\n");
  });

  it("resolves a flush to the revision with all that was typed before", async () => {
    const { server, type, saver } = open();
    type("New.\n");
    await expect(saver.flush()).resolves.toBe(1);
    expect(server.content.body).toBe("New.\n");
    await expect(saver.flush()).resolves.toBe(1);
    server.before = failWith(422, "The headline is too long.");
    type("Newer.\n");
    await expect(saver.flush()).rejects.toThrow("The headline is too long.");
  });
});

type Step = {
  type: "type" | "pass" | "lose request" | "lose answer" | "answer" | "answer slowly" | "kill" | "other";
  ms: number;
};

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    type: fc.constantFrom(
      ...(["type", "type", "type", "pass", "lose request", "lose answer"] as const),
      ...(["answer", "answer slowly", "kill", "other"] as const),
    ),
    ms: fc.integer({ min: 0, max: 3000 }),
  }),
  { maxLength: 40 },
);

it("loses nothing older than a second, and uses no key twice, in any order of answers, losses and restarts", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const clock = new TestClock();
      const device = new TestDevice();
      const server = new TestServer(write("Ada 0.\n\nMiddle.\n\nBen 0.\n"));
      let window = openWindow(server, device, clock);
      let count = 0;
      let others = 0;
      let typed = [{ at: clock.now(), number: 0 }];
      for (const { type, ms } of list) {
        if (type === "type") {
          typed.push({ at: clock.now(), number: ++count });
          window.type(window.getText().replace(/Ada \d+/, `Ada ${count}`));
        }
        if (type === "lose request") server.before = failWith(0);
        if (type === "lose answer") server.after = failWith(502);
        if (type === "answer") {
          server.before = () => {};
          server.after = () => {};
        }
        if (type === "answer slowly") {
          server.before = () => {};
          server.after = () => new Promise((resolve) => clock.after(2500, resolve));
        }
        if (type === "other")
          server.saveAs("Ben", {
            ...server.content,
            body: server.content.body.replace(/Ben \d+/, `Ben ${++others}`),
          });
        if (type === "kill") {
          // Timers of a killed window do not fire any more; what it has not kept is lost.
          const copies = structuredClone([...device.copies]);
          await window.saver.stop();
          device.copies.clear();
          for (const [id, copy] of copies) device.copies.set(id, copy);
          window = openWindow(server, device, clock, copies[0]?.[1]);
          const number = Number(/Ada (\d+)/.exec(window.getText())?.[1]);
          const old = typed.findLast(({ at }) => at <= clock.now() - 1000);
          expect(number).toBeGreaterThanOrEqual(old?.number ?? 0);
          typed = [{ at: clock.now(), number }];
        }
        await clock.pass(ms);
      }
      server.before = () => {};
      server.after = () => {};
      await clock.pass(60_000);
      window.saver.take(server.getCopy());
      await clock.pass(5000);
      expect(window.getState().type).toBe("saved");
      expect(server.content.body).toBe(window.getText());
      expect(server.content.body).toBe(
        `Ada ${/Ada (\d+)/.exec(window.getText())?.[1]}.\n\nMiddle.\n\nBen ${others}.\n`,
      );
      expect(window.saver.view.get().conflicts).toEqual([]);
      expect(device.copies.size).toBe(0);
    }),
    { numRuns: 200 },
  );
});
