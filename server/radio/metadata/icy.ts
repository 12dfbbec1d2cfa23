/**
 * Size of a block in bytes. SHOUTcast's ICY metadata is a byte with the number of blocks, and then a text in these
 * blocks.
 */
const BLOCK_BYTES = 16;

/**
 * Creates a function that splits a station's bytes into audio and metadata, in order.
 *
 * @param intervalBytes number of audio bytes between two metadata texts
 */
export function createIcyParser(intervalBytes: number): (bytes: Buffer) => (Buffer | { metadata: Buffer })[] {
  let audioLeft = intervalBytes;
  let metadataLeft = 0;
  let metadata: Buffer[] = [];

  return (bytes) => {
    const parts: (Buffer | { metadata: Buffer })[] = [];
    for (let at = 0; at < bytes.length; ) {
      if (audioLeft > 0) {
        const audio = bytes.subarray(at, at + audioLeft);
        parts.push(audio);
        audioLeft -= audio.length;
        at += audio.length;
        continue;
      }
      if (metadataLeft === 0) {
        metadataLeft = (bytes[at++] ?? 0) * BLOCK_BYTES;
      } else {
        const part = Buffer.from(bytes.subarray(at, at + metadataLeft));
        metadata.push(part);
        metadataLeft -= part.length;
        at += part.length;
      }
      if (metadataLeft > 0) continue;
      if (metadata.length > 0) parts.push({ metadata: Buffer.concat(metadata) });
      metadata = [];
      audioLeft = intervalBytes;
    }
    return parts;
  };
}

/** Number of audio bytes between two metadata texts in the stream to a listener. */
export const ICY_INTERVAL_BYTES = 16_000;

export type IcyWriter = (audio: Buffer, title: string | null) => Buffer;

/** Creates a function that inserts metadata into the audio for one listener. */
export function createIcyWriter(): IcyWriter {
  let audioLeft = ICY_INTERVAL_BYTES;
  let sentTitle: string | null = null;

  return (audio, title) => {
    const parts: Buffer[] = [];
    let at = 0;
    for (; audio.length - at >= audioLeft; audioLeft = ICY_INTERVAL_BYTES) {
      parts.push(audio.subarray(at, at + audioLeft), title === sentTitle ? Buffer.alloc(1) : toBlock(title ?? ""));
      sentTitle = title;
      at += audioLeft;
    }
    audioLeft -= audio.length - at;
    return parts.length > 0 ? Buffer.concat([...parts, audio.subarray(at)]) : audio;
  };
}

function toBlock(title: string): Buffer {
  const text = Buffer.from(`StreamTitle='${title}';`).subarray(0, 255 * BLOCK_BYTES);
  const block = Buffer.alloc(1 + Math.ceil(text.length / BLOCK_BYTES) * BLOCK_BYTES);
  block[0] = (block.length - 1) / BLOCK_BYTES;
  text.copy(block, 1);
  return block;
}
