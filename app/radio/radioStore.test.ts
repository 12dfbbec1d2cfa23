import { expect, it } from "vitest";
import { reduce } from "./playerReducer.ts";
import { createRadioStore } from "./radioStore.ts";

const PATHS = { stream: "", nowUrl: "", m3u: "", pls: "", isOutage: false };
const STATIONS = [8076, 8077].map((port) => ({ ...PATHS, port, name: `Station ${port}`, relay: "relay" as const }));
const INFO = { title: "Live Radio", subtitle: "", description: "", stations: STATIONS };

it("notifies subscribers of changes with the state before, until they unsubscribe", () => {
  const radio = createRadioStore(INFO);
  radio.start(reduce);
  const phases: string[] = [];
  const unsubscribe = radio.subscribe(({ player }, { player: previous }) =>
    phases.push(`${previous.phase} ${player.phase}`),
  );
  radio.togglePlay();
  radio.dispatch({ type: "play", atMs: 0 });
  radio.togglePlay();
  unsubscribe();
  radio.togglePlay();
  expect(phases).toEqual(["idle connecting", "connecting paused"]);
  expect(radio.initialState.player.phase).toBe("idle");
});

it("begins with what the page was rendered with: an outage of the first station, or nothing that is known", () => {
  expect(createRadioStore(INFO).getState().now).toBeNull();
  const [first, second] = INFO.stations;
  if (!first || !second) throw new Error("There are two stations.");
  const [down, other] = [
    { ...first, isOutage: true },
    { ...second, isOutage: true },
  ];
  expect(createRadioStore({ ...INFO, stations: [down, second] }).initialState.now?.state).toBe("loop");
  expect(createRadioStore({ ...INFO, stations: [first, other] }).initialState.now).toBeNull();
});

it("returns the player's station, or the first one if it is unknown", () => {
  const radio = createRadioStore(INFO);
  radio.start(reduce);
  expect(radio.getStation().port).toBe(8076);
  radio.dispatch({ type: "setStation", port: 8077, atMs: 0 });
  expect(radio.getStation().port).toBe(8077);
  radio.dispatch({ type: "setStation", port: 1, atMs: 0 });
  expect(radio.getStation().port).toBe(8076);
});

it("loads the rest of the radio once, at its first use, and returns the events that waited", () => {
  const radio = createRadioStore(INFO);
  let loads = 0;
  radio.onFirstUse(() => loads++);
  expect(loads).toBe(0);
  radio.prepare();
  radio.togglePlay();
  expect(loads).toBe(1);
  expect(radio.start(reduce)).toMatchObject([{ type: "play" }]);
});

it("loads again at the next use after a failure, of which it tells a reader who pressed play", () => {
  const radio = createRadioStore(INFO);
  let loads = 0;
  radio.onFirstUse(() => loads++);
  radio.prepare();
  radio.fail();
  expect(radio.getState().player.error).toBeNull();
  radio.togglePlay();
  radio.fail();
  expect(radio.getState().player.error).toBe("start");
  expect(loads).toBe(2);
});
