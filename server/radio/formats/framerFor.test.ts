import { expect, it } from "vitest";
import { createFramerFor } from "./framerFor.ts";

it("accepts media types in any case with parameters, and file extensions", () => {
  for (const type of ["audio/mpeg", "Audio/AACP", "application/ogg; codecs=opus", "mp3", "aac", "ogg"])
    expect(createFramerFor(type)).not.toBeNull();
});

it("rejects types that cannot be relayed", () => {
  for (const type of ["text/html", "audio/flac", "application/vnd.apple.mpegurl", "", "constructor"])
    expect(createFramerFor(type)).toBeNull();
});
