import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A real Icecast server, which can be killed and started again at the same port. */
export interface Icecast {
  /** `host:port`, for ALLOW_PRIVATE_HOSTS. */
  allowed: string;
  pid: () => number;
  url(path: string): string;
  start(): Promise<void>;
  /** Ends it at once, as a crash does, and its feeders with it. */
  kill(): Promise<void>;
  /** Feeds a mount point with sound that ffmpeg makes, and returns when the server has it. */
  feed(mount: string, codec: Codec): Promise<void>;
  /** Tells what is playing, as a station's automation does. */
  setTitle(mount: string, title: string): Promise<void>;
  close(): Promise<void>;
}

type Codec = keyof typeof CODECS;

const CODECS = {
  mp3: ["-ar", "44100", "-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3", "-content_type", "audio/mpeg"],
  aac: ["-ar", "44100", "-c:a", "aac", "-b:a", "128k", "-f", "adts", "-content_type", "audio/aac"],
  vorbis: ["-ar", "44100", "-c:a", "libvorbis", "-q:a", "4", ...ogg()],
  opus: ["-c:a", "libopus", "-b:a", "96k", ...ogg()],
} as const;

/** A tone under noise: the frames of plain tones need nothing of one another, those of music do. */
const SOUND =
  "sine=frequency=330:sample_rate=48000[a];anoisesrc=color=pink:amplitude=0.4:sample_rate=48000[b];[a][b]amix";
export const ICECAST_PASSWORD = "hackme";

/** What is missing for tests with a real station; null where nothing is. */
export function missingForIcecast(): string | null {
  const missing = [["icecast2", "-v"] as const, ["ffmpeg", "-version"] as const]
    .filter(([name, word]) => spawnSync(name, [word]).error)
    .map(([name]) => name);
  return missing.length > 0 ? `${missing.join(" and ")} not installed: apt-get install icecast2 ffmpeg` : null;
}

export async function startIcecast({ clients = 100 } = {}): Promise<Icecast> {
  const folder = await mkdtemp(join(tmpdir(), "icecast-"));
  const port = await freePort();
  const file = join(folder, "icecast.xml");
  await writeFile(file, configuration({ folder, port, clients }));
  await chmod(folder, 0o777);
  let server: ChildProcess | null = null;
  const feeders = new Set<ChildProcess>();

  const icecast: Icecast = {
    allowed: `127.0.0.1:${port}`,
    pid: () => server?.pid ?? 0,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    async start() {
      server = spawn("icecast2", ["-c", file], { stdio: ["ignore", "ignore", "pipe"] });
      await written(server, "server started");
    },
    async kill() {
      const ended = [server, ...feeders].map((child) => child && child.exitCode === null && once(child, "exit"));
      server?.kill("SIGKILL");
      for (const feeder of feeders) feeder.kill("SIGKILL");
      await Promise.all(ended);
      feeders.clear();
    },
    async feed(mount, codec) {
      if (!server) throw new Error("Icecast has not been started.");
      const target = `icecast://source:${ICECAST_PASSWORD}@127.0.0.1:${port}${mount}`;
      const words = ["-re", "-f", "lavfi", "-i", SOUND, "-ac", "2", ...CODECS[codec], target];
      const fed = written(server, `logging in at mountpoint "${mount}"`);
      feeders.add(spawn("ffmpeg", ["-loglevel", "error", ...words], { stdio: ["ignore", "ignore", "inherit"] }));
      await fed;
    },
    async setTitle(mount, title) {
      const query = new URLSearchParams({ mount, mode: "updinfo", song: title, charset: "UTF-8" });
      const authorization = `Basic ${Buffer.from(`admin:${ICECAST_PASSWORD}`).toString("base64")}`;
      const answer = await fetch(icecast.url(`/admin/metadata?${query}`), { headers: { authorization } });
      if (!answer.ok) throw new Error(`Icecast answered ${answer.status}: ${await answer.text()}`);
    },
    async close() {
      await icecast.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await icecast.start();
  return icecast;
}

/** Waits until a process has written what a pattern says. */
function written({ stderr }: ChildProcess, pattern: string): Promise<void> {
  return new Promise((resolve) => {
    let text = "";
    stderr?.on("data", function look(chunk: Buffer) {
      text += chunk;
      if (!new RegExp(pattern, "i").test(text)) return;
      stderr.off("data", look);
      // It goes on writing, and must not be kept waiting.
      stderr.resume();
      resolve();
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (!address || typeof address === "string") throw new Error("No port is free.");
  return address.port;
}

function ogg(): readonly string[] {
  return ["-f", "ogg", "-content_type", "application/ogg", "-page_duration", "500000"];
}

function configuration({ folder, port, clients }: { folder: string; port: number; clients: number }): string {
  // Icecast refuses to run as root.
  const owner = process.getuid?.() === 0 ? "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" : "";
  return `<icecast>
<limits><clients>${clients}</clients><sources>10</sources><queue-size>2097152</queue-size><burst-size>65535</burst-size></limits>
<authentication><source-password>${ICECAST_PASSWORD}</source-password><admin-user>admin</admin-user><admin-password>${ICECAST_PASSWORD}</admin-password></authentication>
<hostname>localhost</hostname>
<listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
<paths><logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
<logging><accesslog>access.log</accesslog><errorlog>-</errorlog><loglevel>3</loglevel></logging>
<security><chroot>0</chroot>${owner}</security>
</icecast>
`;
}
