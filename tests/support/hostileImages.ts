import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A server of images that attack or mislead decoders, each at its own path. */
export interface HostileImages {
  allowed: string;
  /** Patterns that match the reasons for rejecting the images, by image path. */
  reasons: Readonly<Record<string, RegExp>>;
  url(path: string): string;
  close(): Promise<void>;
}

export const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>`;

export async function startHostileImages(): Promise<HostileImages> {
  const small = await sharp({
    create: { width: 800, height: 450, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 50 } },
  })
    .jpeg()
    .toBuffer();
  const images: Record<string, { reason: RegExp; answer(response: ServerResponse): void }> = {
    "/bomb.png": { reason: /900 megapixels/, answer: (response) => response.end(pngBomb(30_000)) },
    "/large.jpg": { reason: /100 megapixels/, answer: (response) => response.end(claimLargeSize(small)) },
    "/drawing.jpg": { reason: /not a supported image/, answer: (response) => response.end(SVG) },
    "/page.jpg": {
      reason: /not a supported image/,
      answer: (response) => response.end("<!doctype html><p>Log in</p>"),
    },
    "/endless.jpg": { reason: /larger than 15 MiB/, answer: endless },
    "/half.jpg": { reason: /premature end/i, answer: (response) => response.end(small.subarray(0, small.length / 2)) },
    "/dot.jpg": {
      reason: /too small/,
      answer: (response) =>
        response.end(Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")),
    },
  };
  const server = createServer((request, response) => {
    response.on("error", () => {});
    response.setHeader("content-type", "image/jpeg");
    const image = images[request.url ?? ""];
    if (image) image.answer(response);
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.3");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    allowed: `127.0.0.3:${port}`,
    reasons: Object.fromEntries(Object.entries(images).map(([path, { reason }]) => [path, reason])),
    url: (path) => `http://127.0.0.3:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function endless(response: ServerResponse): void {
  response.write(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
  const more = () => {
    while (response.write(Buffer.alloc(64 * 1024, 1)));
    response.once("drain", more);
  };
  more();
}

/** Returns a one-color PNG file of one bit per pixel: kilobytes that decode to gigabytes. */
export function pngBomb(side: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", size), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Returns a JPEG file whose frame header (ITU-T T.81, B.2.2) claims 10,000 by 10,000 pixels. */
export function claimLargeSize(jpeg: Buffer): Buffer {
  const claiming = Buffer.from(jpeg);
  // The header begins with a marker of 2 bytes, a length of 2 bytes, and a precision of 1 byte. The height is next.
  const height = claiming.indexOf(Buffer.from([0xff, 0xc0])) + 5;
  claiming.writeUInt16BE(10_000, height);
  claiming.writeUInt16BE(10_000, height + 2);
  return claiming;
}
