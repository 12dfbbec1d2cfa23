import { z } from "zod";

const text = z.string().trim().min(1, "a text that is not empty");
const webAddress = z.url({ protocol: /^https?$/, error: "an http or https address" });
const loopFile = z
  .string()
  .regex(/^[\w-]+\.(mp3|aac|ogg)$/, "the name of a file in media/ that ends in .mp3, .aac or .ogg");

const station = z
  .strictObject({
    /** The number by which the page asks for it: `/api/stream?port=8076`. */
    port: z.int().min(1).max(65535),
    name: text,
    /** Where its Icecast or SHOUTcast server streams. */
    url: webAddress,
    /** Its Icecast server's status-json.xsl, for titles that the stream itself does not carry. */
    statusUrl: webAddress.optional(),
    /** `relay`: listeners hear it through this site. `direct`: their players go to the station, whose address must be https. */
    relay: z.enum(["relay", "direct"]).default("relay"),
    /** What it streams, so that the loop is in the same format also where the station has never been reached. */
    format: z.enum(["mp3", "aac", "opus", "vorbis"]).default("mp3"),
  })
  .refine(({ relay, url }) => relay === "relay" || url.startsWith("https:"), {
    path: ["url"],
    error: "an https address where the station is played directly: a browser plays no other on an https page",
  });

/** The radio of an edition, as `edition.yaml` has it under `radio`. */
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
  /** What is heard while a station is not reached: the same recording in the formats that stations have. */
  loop: z.array(loopFile).min(1),
  caps: z
    .strictObject({
      /** Listeners of all stations at once, in one process. */
      listeners: z.int().positive().default(5000),
      /** Listeners from one address. */
      perAddress: z.int().positive().default(50),
    })
    .prefault({}),
});

export type StationFile = z.infer<typeof station>;
