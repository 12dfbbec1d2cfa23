import { once } from "node:events";
import { connect } from "node:net";

/** MP3 at 128 kbit/s whose frames are silent and carry their number, so that a listener sees what it missed. */
export const FRAME_BYTES = 417;
const FRAMES_A_SECOND = 44100 / 1152;
const HEADER = Buffer.from([0xff, 0xfb, 0x90, 0x00]);
/** Behind the header and the side information. */
const NUMBER_AT = 40;

/** @returns the number of the frame at a place */
export function numberAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at + NUMBER_AT);
}

export function isFrame(bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(at) === HEADER.readUInt32BE(0);
}

/** Feeds a mount point of an Icecast server as fast as it sounds. @returns how to end it */
export async function feedCounted(host: string, mount: string, password: string): Promise<() => void> {
  const [name = "", port] = host.split(":");
  const socket = connect(Number(port), name);
  const authorization = Buffer.from(`source:${password}`).toString("base64");
  socket.write(`SOURCE ${mount} HTTP/1.0\r\nAuthorization: Basic ${authorization}\r\nContent-Type: audio/mpeg\r\n\r\n`);
  await once(socket, "data");
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * FRAMES_A_SECOND);
    const frames = Buffer.alloc((due - sent) * FRAME_BYTES);
    for (let at = 0; sent < due; sent++, at += FRAME_BYTES) {
      HEADER.copy(frames, at);
      frames.writeUInt32BE(sent, at + NUMBER_AT);
    }
    socket.write(frames);
  }, 50);
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}
