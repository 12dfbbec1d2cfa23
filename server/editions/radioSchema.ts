import { z } from "zod";
import { text, webAddress } from "./fields.ts";

const loopFile = z
  .string()
  .regex(/^[\w-]+\.(mp3|aac|ogg)$/, "the name of a file in media/ that ends in .mp3, .aac or .ogg");

const station = z
  .strictObject({
    /** Number in the stream's address: `/api/stream?port=8076`. */
    port: z.int().min(1).max(65535),
    name: text,
    /** Stream of its Icecast or SHOUTcast server. */
    url: webAddress,
    /** status-json.xsl of its Icecast server, for titles that the stream lacks. */
    statusUrl: webAddress.optional(),
    /** `relay`: listeners connect to this site. `direct`: their players connect to the station, whose address must be https. */
    relay: z.enum(["relay", "direct"]).default("relay"),
    /** Format of the stream, so that the loop matches it even before the first connection. */
    format: z.enum(["mp3", "aac", "opus", "vorbis"]).default("mp3"),
  })
  .refine(({ relay, url }) => relay === "relay" || url.startsWith("https:"), {
    path: ["url"],
    error: "an https address where the station is played directly: a browser plays no other on an https page",
  });

/** Schema of `radio` in `edition.yaml`. */
export const radioSchema = z.strictObject({
  title: text,
  subtitle: text,
  description: text,
  stations: z
    .array(station)
    .min(1)
    .refine((stations) => new Set(stations.map(({ port }) => port)).size === stations.length, {
      error: "stations with a port each of its own",
    }),
  /** Played while a station is offline: one recording in the formats of the stations. */
  loop: z.array(loopFile).min(1),
  caps: z
    .strictObject({
      /** Concurrent listeners of all stations, per process. */
      listeners: z.int().positive().default(5000),
      /** Concurrent listeners per IP address. */
      perAddress: z.int().positive().default(50),
    })
    .prefault({}),
});

export type StationFile = z.infer<typeof station>;
