/** Titles inside a stream, as SHOUTcast began it: after every so many bytes of sound a length, and a text of that length. */

const BLOCK = 16;

/** Parts sound from titles in what a station sends. */
export interface IcyReader {
  /** @returns sound and texts in their order */
  push(bytes: Buffer): (Buffer | { text: Buffer })[];
}

/** @param interval bytes of sound between two texts */
export function openIcyReader(interval: number): IcyReader {
  let soundLeft = interval;
  let textLeft = 0;
  let text: Buffer[] = [];

  return {
    push(bytes) {
      const parts: (Buffer | { text: Buffer })[] = [];
      for (let at = 0; at < bytes.length; ) {
        if (soundLeft > 0) {
          const end = Math.min(bytes.length, at + soundLeft);
          parts.push(bytes.subarray(at, end));
          soundLeft -= end - at;
          at = end;
          continue;
        }
        if (textLeft === 0) {
          textLeft = (bytes[at++] ?? 0) * BLOCK;
        } else {
          const end = Math.min(bytes.length, at + textLeft);
          text.push(Buffer.from(bytes.subarray(at, end)));
          textLeft -= end - at;
          at = end;
        }
        if (textLeft > 0) continue;
        if (text.length > 0) parts.push({ text: Buffer.concat(text) });
        text = [];
        soundLeft = interval;
      }
      return parts;
    },
  };
}

/** Bytes of sound between two texts in what listeners get who ask for titles. */
export const ICY_INTERVAL = 16_000;

/** Puts titles into what one listener gets. */
export interface IcyWriter {
  write(sound: Buffer, title: string | null): Buffer;
}

export function openIcyWriter(): IcyWriter {
  let left = ICY_INTERVAL;
  let told: string | null = null;

  return {
    write(sound, title) {
      if (sound.length < left) {
        left -= sound.length;
        return sound;
      }
      const parts: Buffer[] = [];
      let at = 0;
      while (sound.length - at >= left) {
        parts.push(sound.subarray(at, at + left), title === told ? Buffer.alloc(1) : blockOf(title ?? ""));
        told = title;
        at += left;
        left = ICY_INTERVAL;
      }
      parts.push(sound.subarray(at));
      left -= sound.length - at;
      return Buffer.concat(parts);
    },
  };
}

function blockOf(title: string): Buffer {
  const text = Buffer.from(`StreamTitle='${title}';`).subarray(0, 255 * BLOCK);
  const block = Buffer.alloc(1 + Math.ceil(text.length / BLOCK) * BLOCK);
  block[0] = (block.length - 1) / BLOCK;
  text.copy(block, 1);
  return block;
}
