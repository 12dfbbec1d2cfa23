import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./freePort.ts";

/** A real Icecast server that can be killed and started again on the same port. */
export interface Icecast {
  /** `host:port`, for ALLOW_PRIVATE_HOSTS. */
  allowed: string;
  pid: () => number;
  url(path: string): string;
  start(): Promise<void>;
  /** Kills the server and its sources, as a crash does. */
  kill(): Promise<void>;
  /** Streams audio from ffmpeg to a mount point. Resolves when the server has accepted the source. */
  startSource(mount: string, codec: Codec): Promise<void>;
  /** Sets the track through the server's admin interface, as a station's automation does. */
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

/** A tone with noise. Its MP3 frames depend on one another, as in music; frames of plain tones do not. */
const SOUND =
  "sine=frequency=330:sample_rate=48000[a];anoisesrc=color=pink:amplitude=0.4:sample_rate=48000[b];[a][b]amix";
export const ICECAST_PASSWORD = "hackme";

/** Returns the reason why tests with a real station must be skipped; null if the required programs are installed. */
export function findSkipReason(): string | null {
  const missing = [["icecast2", "-v"] as const, ["ffmpeg", "-version"] as const]
    .filter(([name, option]) => spawnSync(name, [option]).error)
    .map(([name]) => name);
  return missing.length > 0 ? `${missing.join(" and ")} not installed: apt-get install icecast2 ffmpeg` : null;
}

export async function startIcecast({ clients = 100 } = {}): Promise<Icecast> {
  const folder = await mkdtemp(join(tmpdir(), "icecast-"));
  const port = await findFreePort();
  const file = join(folder, "icecast.xml");
  await writeFile(file, configuration({ folder, port, clients }));
  await chmod(folder, 0o777);
  let server: ChildProcess | null = null;
  const sources = new Set<ChildProcess>();

  const icecast: Icecast = {
    allowed: `127.0.0.1:${port}`,
    pid: () => server?.pid ?? 0,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    async start() {
      server = spawn("icecast2", ["-c", file], { stdio: ["ignore", "ignore", "pipe"] });
      await waitForOutput(server, "server started");
    },
    async kill() {
      const ended = [server, ...sources].map((child) => child && child.exitCode === null && once(child, "exit"));
      server?.kill("SIGKILL");
      for (const source of sources) source.kill("SIGKILL");
      await Promise.all(ended);
      sources.clear();
    },
    async startSource(mount, codec) {
      if (!server) throw new Error("Icecast has not been started.");
      const target = `icecast://source:${ICECAST_PASSWORD}@127.0.0.1:${port}${mount}`;
      const options = ["-re", "-f", "lavfi", "-i", SOUND, "-ac", "2", ...CODECS[codec], target];
      const accepted = waitForOutput(server, `logging in at mountpoint "${mount}"`);
      sources.add(spawn("ffmpeg", ["-loglevel", "error", ...options], { stdio: ["ignore", "ignore", "inherit"] }));
      await accepted;
    },
    async setTitle(mount, title) {
      const query = new URLSearchParams({ mount, mode: "updinfo", song: title, charset: "UTF-8" });
      const authorization = `Basic ${Buffer.from(`admin:${ICECAST_PASSWORD}`).toString("base64")}`;
      const response = await fetch(icecast.url(`/admin/metadata?${query}`), { headers: { authorization } });
      if (!response.ok) throw new Error(`Icecast responded with ${response.status}: ${await response.text()}`);
    },
    async close() {
      await icecast.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await icecast.start();
  return icecast;
}

/** Resolves once a process's standard error matches a pattern. */
function waitForOutput({ stderr }: ChildProcess, pattern: string): Promise<void> {
  return new Promise((resolve) => {
    let text = "";
    stderr?.on("data", function check(chunk: Buffer) {
      text += chunk;
      if (!new RegExp(pattern, "i").test(text)) return;
      stderr.off("data", check);
      // Continues to read, since the process would block once the pipe was full.
      stderr.resume();
      resolve();
    });
  });
}

function ogg(): readonly string[] {
  return ["-f", "ogg", "-content_type", "application/ogg", "-page_duration", "500000"];
}

function configuration({ folder, port, clients }: { folder: string; port: number; clients: number }): string {
  // Changes the user, since Icecast refuses to run as root.
  const owner = process.getuid?.() === 0 ? "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" : "";
  // The default timeouts of 10 s would disconnect a source that stalls on a busy machine.
  const timeouts = ["client", "header", "source"].map((name) => `<${name}-timeout>300</${name}-timeout>`).join("");
  return `<icecast>
<limits><clients>${clients}</clients><sources>10</sources><queue-size>2097152</queue-size><burst-size>65535</burst-size>${timeouts}</limits>
<authentication><source-password>${ICECAST_PASSWORD}</source-password><admin-user>admin</admin-user><admin-password>${ICECAST_PASSWORD}</admin-password></authentication>
<hostname>localhost</hostname>
<listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
<paths><logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
<logging><accesslog>access.log</accesslog><errorlog>-</errorlog><loglevel>3</loglevel></logging>
<security><chroot>0</chroot>${owner}</security>
</icecast>
`;
}
