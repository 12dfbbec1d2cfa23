import pino from "pino";
import { expect, it, vi } from "vitest";
import { S3UnavailableError } from "../../net/s3/refusals.ts";
import { createAvailability } from "./availability.ts";

const OUTAGE = new S3UnavailableError("s3.example refused the connection.", { isRefused: false });
const REFUSAL = new S3UnavailableError("There is no bucket news at s3.example.", { isRefused: true });

function create() {
  let time = 0;
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const onReturn = vi.fn();
  const availability = createAvailability({ label: "s3://news", log, onReturn, now: () => time });
  const wait = (ms: number) => {
    time += ms;
  };
  return { ...availability, lines, onReturn, wait };
}

const succeed = async () => "result";
const fail = (error: Error) => () => Promise.reject(error);

it("sends nothing during an outage until a probe succeeds", async () => {
  const { run, probe, isAvailable, lines, onReturn } = create();
  await expect(run(fail(OUTAGE))).rejects.toBe(OUTAGE);
  const send = vi.fn(succeed);
  await expect(run(send)).rejects.toBe(OUTAGE);
  await probe(fail(OUTAGE));
  expect([isAvailable(), send.mock.calls.length, onReturn.mock.calls.length]).toEqual([false, 0, 0]);
  await probe(succeed);
  expect([isAvailable(), await run(send), onReturn.mock.calls.length]).toEqual([true, "result", 1]);
  expect(lines).toEqual(["image store unavailable", "image store available again"]);
});

it("reports outages after a minute, and refusals immediately", async () => {
  const { run, probe, check, wait } = create();
  await probe(succeed);
  expect(check()).toEqual({ ok: true, detail: "s3://news" });
  await expect(run(fail(OUTAGE))).rejects.toBe(OUTAGE);
  wait(59_999);
  expect(check().ok).toBe(true);
  wait(1);
  expect(check()).toEqual({
    ok: false,
    detail: "s3://news: s3.example refused the connection. Unavailable for 1 min.",
  });
  await probe(succeed);
  expect(check().ok).toBe(true);
  await probe(fail(REFUSAL));
  expect(check().ok).toBe(false);
});

it("ignores errors that concern one object, except in a probe", async () => {
  const { run, probe, check, isAvailable } = create();
  await expect(run(fail(new Error("The object is too large.")))).rejects.toThrow("too large");
  expect(isAvailable()).toBe(true);
  await probe(fail(new Error("s3.example responded with status 405 (no code) to storing an object.")));
  expect(check()).toMatchObject({ ok: false, detail: expect.stringContaining("status 405") });
});

it("asks for a probe at the start, after half a minute without requests, and during outages", async () => {
  const { run, probe, isProbeDue, isInDoubt, wait } = create();
  expect([isProbeDue(), isInDoubt()]).toEqual([true, true]);
  await probe(succeed);
  expect([isProbeDue(), isInDoubt()]).toEqual([false, false]);
  wait(30_000);
  expect([isProbeDue(), isInDoubt()]).toEqual([true, false]);
  await run(succeed);
  expect(isProbeDue()).toBe(false);
  await expect(run(fail(OUTAGE))).rejects.toBe(OUTAGE);
  expect([isProbeDue(), isInDoubt()]).toEqual([true, true]);
});
