/** Reads a font file's numbers one after the other, the most significant byte first. */
export class Bytes {
  #at = 0;
  readonly #buffer: Buffer;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  uint8(): number {
    return this.#buffer.readUInt8(this.#at++);
  }

  uint16(): number {
    this.#at += 2;
    return this.#buffer.readUInt16BE(this.#at - 2);
  }

  int16(): number {
    this.#at += 2;
    return this.#buffer.readInt16BE(this.#at - 2);
  }

  uint32(): number {
    this.#at += 4;
    return this.#buffer.readUInt32BE(this.#at - 4);
  }

  take(length: number): Buffer {
    this.#at += length;
    return this.#buffer.subarray(this.#at - length, this.#at);
  }

  skip(length: number): void {
    this.#at += length;
  }

  /** WOFF 2's UIntBase128: seven bits a byte, the last byte without the eighth. */
  base128(): number {
    let value = 0;
    for (;;) {
      const byte = this.uint8();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }

  /** WOFF 2's 255UInt16: one byte for small numbers, two or three for others. */
  short(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    if (code === 254) return this.uint8() + 506;
    if (code === 255) return this.uint8() + 253;
    return code;
  }
}
