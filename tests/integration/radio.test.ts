import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { findSkipReason, type Icecast, startIcecast } from "../support/icecast.ts";
import { decode, followNowPlaying, listen } from "../support/radioListener.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

/** Tests with a real Icecast, whose source is ffmpeg. Broken stations are tested in radioFaults.test.ts. */

const skipReason = findSkipReason();
const STATIONS = [
  { port: 8076, mount: "/live.mp3", codec: "mp3", format: "mp3", type: "audio/mpeg" },
  { port: 8077, mount: "/live.aac", codec: "aac", format: "aac", type: "audio/aac" },
  { port: 8078, mount: "/live.vorbis", codec: "vorbis", format: "ogg", type: "audio/ogg" },
  { port: 8079, mount: "/live.opus", codec: "opus", format: "ogg", type: "audio/ogg" },
] as const;

describe.skipIf(skipReason !== null)(`the radio${skipReason ? ` (${skipReason})` : ""}`, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let icecast: Icecast;
  let site: Site;
  let loop: Buffer;

  beforeAll(async () => {
    folder = await temporaryFolder();
    icecast = await startIcecast();
    for (const { mount, codec } of STATIONS) await icecast.startSource(mount, codec);
    const relayed = STATIONS.map(({ port, mount, codec }) => ({
      port,
      name: `The ${codec} station`,
      url: icecast.url(mount),
      format: codec,
    }));
    // This station's audio does not pass through the site, so its titles come from Icecast's status page.
    const direct = {
      port: 8080,
      name: "The direct station",
      relay: "direct",
      format: "aac",
      url: icecast.url("/live.aac").replace("http:", "https:"),
      statusUrl: icecast.url("/status-json.xsl"),
    };
    const stations = [...relayed, direct];
    const editions = await writeTestEdition(join(folder.path, "editions"), {
      feeds: () => [],
      relays: [],
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

  const stream = (port: number) => `${site.url}/api/stream?port=${port}`;
  const includesLoop = (bytes: Buffer) => bytes.includes(loop.subarray(20_000, 20_200));

  for (const { port, codec, format, type } of STATIONS)
    it(`lets listeners join ${codec} at a frame boundary, over one connection to the station`, async () => {
      const first = await listen(stream(port));
      expect(first.headers).toMatchObject({
        "content-type": type,
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "access-control-allow-origin": "*",
      });
      expect(first.headers["icy-metaint"]).toBeUndefined();
      await first.waitFor((bytes) => bytes.length > 60_000);
      const later = await Promise.all(Array.from({ length: 49 }, () => listen(stream(port))));
      await Promise.all(later.map((listener) => listener.waitFor((bytes) => bytes.length > 80_000)));
      for (const listener of [first, later[0], later[48]]) {
        const { errors, seconds } = await decode(listener?.received() ?? Buffer.alloc(0), format);
        expect(errors).toEqual([]);
        expect(seconds).toBeGreaterThan(3);
      }
      const mount = STATIONS.find((station) => station.port === port)?.mount ?? "";
      const status = await (await fetch(icecast.url("/status-json.xsl"))).text();
      expect(new RegExp(`"listeners":(\\d+),"listenurl":"[^"]*${mount}"`).exec(status)?.[1]).toBe("1");
      for (const listener of [first, ...later]) listener.disconnect();
    });

  it("names the track in ICY metadata, server-sent events and JSON", async () => {
    const follower = await followNowPlaying(`${site.url}/api/radio/now?port=8076`);
    const listener = await listen(stream(8076), { "icy-metadata": "1" });
    expect(listener.headers["icy-metaint"]).toBe("16000");
    await icecast.setTitle("/live.mp3", "-");
    await icecast.setTitle("/live.mp3", "Die Ärzte - It's Over; Really – Yes");
    await listener.waitFor((bytes) => bytes.includes("StreamTitle='Die Ärzte - It's Over; Really – Yes';"));
    await follower.waitFor(({ now }) => now.artist === "Die Ärzte" && now.title === "It's Over; Really – Yes");
    await icecast.setTitle("/live.mp3", "Second Song");
    const { now, name } = await follower.waitFor(({ now }) => now.title === "Second Song");
    expect(now).toMatchObject({ state: "live", artist: null, history: [{ artist: "Die Ärzte" }] });
    expect(name).toBe("The mp3 station");
    const json = await (await fetch(`${site.url}/api/radio/now`)).json();
    expect(json).toMatchObject({ port: 8076, stream: "/api/stream?port=8076", now: { title: "Second Song" } });
    follower.disconnect();
    listener.disconnect();
  });

  it("redirects listeners to a direct station, and names its track", async () => {
    const listener = await listen(stream(8080));
    expect([listener.status, listener.headers.location]).toEqual([307, `https://${icecast.allowed}/live.aac`]);
    const follower = await followNowPlaying(`${site.url}/api/radio/now?port=8080`);
    // Icecast's status page shows another mount point's title "-" as `"title":-`. This makes the page invalid JSON.
    await icecast.setTitle("/live.mp3", "-");
    await icecast.setTitle("/live.aac", "Lake Trio - Harbor Lights");
    const { stream: address } = await follower.waitFor(({ now }) => now.title === "Harbor Lights");
    expect(address).toBe(`https://${icecast.allowed}/live.aac`);
    follower.disconnect();
  });

  it("plays the loop on the same connection while the station is away, then the station", async () => {
    const follower = await followNowPlaying(`${site.url}/api/radio/now?port=8076`);
    const listener = await listen(stream(8076));
    const opus = await listen(stream(8079));
    const vorbis = await listen(stream(8078));
    await Promise.all([listener, opus, vorbis].map((one) => one.waitFor((bytes) => bytes.length > 40_000)));
    await icecast.kill();
    await follower.waitFor(({ now }) => now.state === "loop");
    await listener.waitFor(includesLoop);

    await icecast.start();
    for (const { mount, codec } of STATIONS) await icecast.startSource(mount, codec);
    await follower.waitFor(({ now }) => now.state === "live");
    const offsets = [listener, opus, vorbis].map((one) => one.received().length);
    await Promise.all(
      [listener, opus, vorbis].map((one, index) => one.waitFor((b) => b.length > 60_000, offsets[index])),
    );
    for (const [one, format] of [
      [listener, "mp3"],
      [opus, "ogg"],
      [vorbis, "ogg"],
    ] as const) {
      expect((await decode(one.received(), format)).errors).toEqual([]);
      one.disconnect();
    }
    follower.disconnect();
  });

  it("ends streams with a whole frame when the server stops", async () => {
    const listener = await listen(stream(8076));
    await listener.waitFor((bytes) => bytes.length > 40_000);
    expect(await site.stop()).toBe(0);
    await listener.ended;
    expect((await decode(listener.received(), "mp3")).errors).toEqual([]);
    const last = listener.received().lastIndexOf(Buffer.from([0xff, 0xfb]));
    expect([417, 418]).toContain(listener.received().length - last);
  });
});
