import { z } from "zod";
import { isPrivate, text, webAddress } from "./fields.ts";

const loopFile = z
  .string()
  .regex(/^[\w-]+\.(mp3|aac|ogg)$/, "the name of a file in media/ that ends in .mp3, .aac or .ogg");

const station = z
  .strictObject({
    /** Identifies the station in URLs: `/api/stream?port=8076`. */
    port: z.int().min(1).max(65535),
    name: text,
    /** URL of the stream on an Icecast or SHOUTcast server. */
    url: webAddress,
    /** True if the hosts of `url` and `statusUrl` may be in a private network. */
    private: isPrivate,
    /** URL of the Icecast server's status-json.xsl, for titles that the stream lacks. */
    statusUrl: webAddress.optional(),
    /** `relay`: listeners receive the stream through this site. `direct`: from the station, whose URL must be https. */
    relay: z.enum(["relay", "direct"]).default("relay"),
    /** Format of the loop until the station's own format is known from its stream. */
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
  /** Files that play while a station is down: the same recording in each format that stations have. */
  loop: z.array(loopFile).min(1),
  caps: z
    .strictObject({
      /** Maximum number of concurrent listeners of all stations, per process. */
      listeners: z.int().positive().default(5000),
      /** Maximum number of concurrent listeners from one IP address. */
      perAddress: z.int().positive().default(50),
    })
    .prefault({}),
});

export type StationConfig = z.infer<typeof station>;
