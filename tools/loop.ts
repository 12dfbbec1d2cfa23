import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Renders an edition's fallback loop: a spoken text over quiet chords. The loop plays while a radio station is down.
 * Writes the loop in the six formats of FORMATS, since the relay never transcodes (docs/decisions/0008). Needs ffmpeg
 * and espeak-ng (Debian: apt-get install ffmpeg espeak-ng).
 *
 *     node tools/loop.ts editions/chicago/media "You are listening to Meridian Radio. …"
 */

const SECONDS = 22;
const VOICE_START_SECONDS = 3;
const MAX_BYTES = 700_000;

/** Notes of four chords, in hertz. Each chord lasts a quarter of the recording. */
const CHORDS = [
  [87.31, 130.81, 174.61, 220, 329.63],
  [73.42, 110, 174.61, 261.63, 329.63],
  [58.27, 116.54, 174.61, 233.08, 293.66],
  [65.41, 130.81, 196, 261.63, 293.66],
] as const;

const FORMATS: Record<string, string[]> = {
  "loop-44100.mp3": [...getMp3Options(), "-ar", "44100"],
  "loop-48000.mp3": [...getMp3Options(), "-ar", "48000"],
  "loop-44100.aac": [...getAacOptions(), "-ar", "44100"],
  "loop-48000.aac": [...getAacOptions(), "-ar", "48000"],
  "loop-opus.ogg": ["-c:a", "libopus", "-b:a", "24k", "-page_duration", "500000"],
  "loop-vorbis.ogg": ["-c:a", "libvorbis", "-q:a", "0", "-ar", "44100", "-page_duration", "500000"],
};

const [folder, text] = process.argv.slice(2);
if (!folder || !text) {
  process.stderr.write("Usage: node tools/loop.ts FOLDER TEXT\n");
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), "loop-"));
const voice = join(work, "voice.wav");
const mix = join(work, "mix.wav");
run("espeak-ng", ["-v", "en-us", "-s", "140", "-p", "38", "-w", voice, text]);
const chords = `aevalsrc=exprs='${formatChords(-1)}|${formatChords(1)}':s=48000:d=${SECONDS},lowpass=f=900`;
const speech = `aresample=48000,highpass=f=90,lowpass=f=7000,adelay=${VOICE_START_SECONDS * 1000}:all=1,volume=1.1,apad,atrim=0:${SECONDS}`;
const graph = `${chords}[bed];[0:a]${speech},pan=stereo|c0=c0|c1=c0[voice];[bed][voice]amix=inputs=2:normalize=0,alimiter=limit=0.7:level=false[mix]`;
run("ffmpeg", ["-y", "-i", voice, "-filter_complex", graph, "-map", "[mix]", "-t", String(SECONDS), mix]);
for (const [name, options] of Object.entries(FORMATS))
  run("ffmpeg", ["-y", "-i", mix, "-ac", "2", "-map_metadata", "-1", ...options, join(folder, name)]);
rmSync(work, { recursive: true });

const bytes = Object.keys(FORMATS).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
process.stdout.write(`${bytes} bytes in ${Object.keys(FORMATS).length} files\n`);
if (bytes > MAX_BYTES) {
  process.stderr.write(`loop: more than ${MAX_BYTES} bytes\n`);
  process.exitCode = 1;
}

/** Returns ffmpeg's options for MP3 without a bit reservoir, so that the loop can start at any frame. */
function getMp3Options(): string[] {
  return ["-c:a", "libmp3lame", "-b:a", "40k", "-reservoir", "0", "-write_xing", "0", "-id3v2_version", "0"];
}

function getAacOptions(): string[] {
  return ["-c:a", "aac", "-b:a", "36k", "-f", "adts"];
}

/**
 * Formats one channel of the chords as an ffmpeg expression. Each wave has a whole number of periods, so that the end
 * of the loop fits its start.
 *
 * @param side -1 for the left channel, 1 for the right channel
 */
function formatChords(side: -1 | 1): string {
  const length = SECONDS / CHORDS.length;
  const parts = CHORDS.map((notes, index) => {
    const middle = (index + 0.5) * length;
    // Each chord fades into the next one, and the last chord into the first.
    const distance = `min(abs(t-${middle}),${SECONDS}-abs(t-${middle}))`;
    const swell = `pow(max(0,cos(PI*min(1,${distance}/${length})/2)),2)`;
    const waves = notes.map((hertz, note) => {
      const whole = Math.round((hertz + side * 0.09 * note) * SECONDS) / SECONDS;
      return `${(0.05 / (1 + note * 0.5)).toFixed(4)}*sin(2*PI*${whole.toFixed(6)}*t)`;
    });
    return `${swell}*(${waves.join("+")})`;
  });
  return parts.join("+").replaceAll(",", "\\,");
}

function run(command: string, options: string[]): void {
  const quiet = command === "ffmpeg" ? ["-loglevel", "error", ...options] : options;
  const { status, error } = spawnSync(command, quiet, { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${command} failed${error ? `: ${error.message}` : ""}.`);
}
