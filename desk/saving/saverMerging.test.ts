import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AT,
  failWith,
  holdAnswers,
  open,
  openWindow,
  TestClock,
  TestDevice,
  TestServer,
  write,
} from "../../tests/support/savers.ts";

describe("saver with others", () => {
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
          // Timers of a killed window no longer fire; changes that it has not stored are lost.
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
