import { once } from "node:events";
import { connect } from "node:net";

/** Size, in bytes, of a silent MP3 frame at 128 kbit/s. Each frame contains its number, which reveals lost frames. */
export const FRAME_BYTES = 417;
const FRAMES_PER_SECOND = 44100 / 1152;
const HEADER = Buffer.from([0xff, 0xfb, 0x90, 0x00]);
/** Offset of the number in a frame, after header and side information. */
const NUMBER_OFFSET = 40;

/** Reads the number of the frame at an offset. */
export function readFrameNumber(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at + NUMBER_OFFSET);
}

export function isFrame(bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(at) === HEADER.readUInt32BE(0);
}

/** Streams numbered frames to an Icecast mount point in real time. Returns a function that stops the stream. */
export async function startNumberedStream(host: string, mount: string, password: string): Promise<() => void> {
  const [name = "", port] = host.split(":");
  const socket = connect(Number(port), name);
  const authorization = Buffer.from(`source:${password}`).toString("base64");
  socket.write(`SOURCE ${mount} HTTP/1.0\r\nAuthorization: Basic ${authorization}\r\nContent-Type: audio/mpeg\r\n\r\n`);
  await once(socket, "data");
  const startedAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * FRAMES_PER_SECOND);
    const frames = Buffer.alloc((due - sent) * FRAME_BYTES);
    for (let at = 0; sent < due; sent++, at += FRAME_BYTES) {
      HEADER.copy(frames, at);
      frames.writeUInt32BE(sent, at + NUMBER_OFFSET);
    }
    socket.write(frames);
  }, 50);
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}
