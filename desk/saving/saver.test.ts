import { describe, expect, it } from "vitest";
import { AT, failWith, holdAnswers, LONG, open, write } from "../../tests/support/savers.ts";

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
