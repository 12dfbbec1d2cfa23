import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { type Icecast, missingForIcecast, startIcecast } from "../support/icecast.ts";
import { decode, listen } from "../support/radioListener.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { watchNow } from "../support/watchNow.ts";

/** Against a real Icecast that a real ffmpeg feeds. What a broken station does is in radioFaults.test.ts. */

const missing = missingForIcecast();
const STATIONS = [
  { port: 8076, mount: "/live.mp3", codec: "mp3", format: "mp3", type: "audio/mpeg" },
  { port: 8077, mount: "/live.aac", codec: "aac", format: "aac", type: "audio/aac" },
  { port: 8078, mount: "/live.vorbis", codec: "vorbis", format: "ogg", type: "audio/ogg" },
  { port: 8079, mount: "/live.opus", codec: "opus", format: "ogg", type: "audio/ogg" },
] as const;

describe.skipIf(missing !== null)(`the radio${missing ? ` (${missing})` : ""}`, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let icecast: Icecast;
  let site: Site;
  let loop: Buffer;

  beforeAll(async () => {
    folder = await temporaryFolder();
    icecast = await startIcecast();
    for (const { mount, codec } of STATIONS) await icecast.feed(mount, codec);
    const relayed = STATIONS.map(({ port, mount, codec }) => ({
      ...{ port, name: `The ${codec} station`, url: icecast.url(mount), format: codec },
    }));
    // Its sound does not pass here, so that its titles are the status page's.
    const direct = {
      ...{ port: 8080, name: "The direct station", relay: "direct", format: "aac" },
      url: icecast.url("/live.aac").replace("http:", "https:"),
      statusUrl: icecast.url("/status-json.xsl"),
    };
    const stations = [...relayed, direct];
    const editions = await writeTestEdition(join(folder.path, "editions"), {
      ...{ feeds: () => [], relays: [] },
      radio: { stations },
    });
    loop = await readFile(join(editions, "chicago/media/loop-44100.mp3"));
    site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: icecast.allowed } });
  });

  afterAll(async () => {
    await site?.stop();
    await icecast?.close();
    await folder?.remove();
  });

  /** When the site wrote of the MP3 station what a message says, in milliseconds; 0 where it has not. */
  const loggedAt = (log: string, message: string) => {
    const lines = log.split("\n").filter((line) => line.includes(message) && line.includes("The mp3 station"));
    return lines.length > 0 ? Date.parse(JSON.parse(lines[0] ?? "").time) : 0;
  };
  const stream = (port: number) => `${site.url}/api/stream?port=${port}`;
  const hasLoop = (bytes: Buffer) => bytes.includes(loop.subarray(20_000, 20_200));

  for (const { port, codec, format, type } of STATIONS)
    it(`lets listeners in cleanly in the middle of ${codec}, and hears it once for all of them`, async () => {
      const first = await listen(stream(port));
      expect(first.headers).toMatchObject({
        "content-type": type,
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "access-control-allow-origin": "*",
      });
      expect(first.headers["icy-metaint"]).toBeUndefined();
      await first.hears((bytes) => bytes.length > 60_000);
      const later = await Promise.all(Array.from({ length: 49 }, () => listen(stream(port))));
      await Promise.all(later.map((listener) => listener.hears((bytes) => bytes.length > 80_000)));
      for (const listener of [first, later[0], later[48]]) {
        const { complaints, seconds } = await decode(listener?.heard() ?? Buffer.alloc(0), format);
        expect(complaints).toEqual([]);
        expect(seconds).toBeGreaterThan(3);
      }
      const mount = STATIONS.find((station) => station.port === port)?.mount ?? "";
      const status = await (await fetch(icecast.url("/status-json.xsl"))).text();
      expect(new RegExp(`"listeners":(\\d+),"listenurl":"[^"]*${mount}"`).exec(status)?.[1]).toBe("1");
      for (const listener of [first, ...later]) listener.leave();
    });

  it("says what is playing, in the stream to those who ask and beside it", async () => {
    const watcher = await watchNow(`${site.url}/api/radio/now?port=8076`);
    const listener = await listen(stream(8076), { "icy-metadata": "1" });
    expect(listener.headers["icy-metaint"]).toBe("16000");
    await icecast.setTitle("/live.mp3", "-");
    await icecast.setTitle("/live.mp3", "Die Ärzte - It's Over; Really – Yes");
    await listener.hears((bytes) => bytes.includes("StreamTitle='Die Ärzte - It's Over; Really – Yes';"));
    await watcher.says(({ now }) => now.artist === "Die Ärzte" && now.title === "It's Over; Really – Yes");
    await icecast.setTitle("/live.mp3", "Second Song");
    const { now, name } = await watcher.says(({ now }) => now.title === "Second Song");
    expect(now).toMatchObject({ state: "live", artist: null, history: [{ artist: "Die Ärzte" }] });
    expect(name).toBe("The mp3 station");
    const json = await (await fetch(`${site.url}/api/radio/now`)).json();
    expect(json).toMatchObject({ port: 8076, stream: "/api/stream?port=8076", now: { title: "Second Song" } });
    watcher.leave();
    listener.leave();
  });

  it("sends listeners to a station that is played directly, and goes on saying what it plays", async () => {
    const listener = await listen(stream(8080));
    expect([listener.status, listener.headers.location]).toEqual([307, `https://${icecast.allowed}/live.aac`]);
    const watcher = await watchNow(`${site.url}/api/radio/now?port=8080`);
    // Icecast now writes its status page with "title":- in it, for another mount point.
    await icecast.setTitle("/live.mp3", "-");
    await icecast.setTitle("/live.aac", "Lake Trio - Harbor Lights");
    const { stream: address } = await watcher.says(({ now }) => now.title === "Harbor Lights");
    expect(address).toBe(`https://${icecast.allowed}/live.aac`);
    watcher.leave();
  });

  it("plays the loop on the same connection while the station is away, and then the station", async () => {
    const watcher = await watchNow(`${site.url}/api/radio/now?port=8076`);
    const listener = await listen(stream(8076));
    const opus = await listen(stream(8079));
    const vorbis = await listen(stream(8078));
    await Promise.all([listener, opus, vorbis].map((one) => one.hears((bytes) => bytes.length > 40_000)));
    await icecast.kill();
    await watcher.says(({ now }) => now.state === "loop");
    // By the site's own clock: on a busy machine, ours tells how long we waited for our turn.
    await site.logs((log) => loggedAt(log, "radio loop plays") > 0);
    const lostAt = loggedAt(site.written(), "radio station lost");
    expect(loggedAt(site.written(), "radio loop plays") - lostAt).toBeLessThan(3000);
    await listener.hears(hasLoop);

    await icecast.start();
    for (const { mount, codec } of STATIONS) await icecast.feed(mount, codec);
    const atReturn = performance.now();
    await watcher.says(({ now }) => now.state === "live");
    expect(performance.now() - atReturn).toBeLessThan(15_000);
    const places = [listener, opus, vorbis].map((one) => one.heard().length);
    await Promise.all([listener, opus, vorbis].map((one, index) => one.hears((b) => b.length > 60_000, places[index])));
    for (const [one, format] of [
      [listener, "mp3"],
      [opus, "ogg"],
      [vorbis, "ogg"],
    ] as const) {
      expect((await decode(one.heard(), format)).complaints).toEqual([]);
      one.leave();
    }
    watcher.leave();
  });

  it("ends streams with a whole frame when the server is stopped", async () => {
    const listener = await listen(stream(8076));
    await listener.hears((bytes) => bytes.length > 40_000);
    expect(await site.stop()).toBe(0);
    await listener.ended;
    expect((await decode(listener.heard(), "mp3")).complaints).toEqual([]);
    const last = listener.heard().lastIndexOf(Buffer.from([0xff, 0xfb]));
    expect([417, 418]).toContain(listener.heard().length - last);
  });
});
