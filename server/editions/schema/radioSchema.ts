import { z } from "zod";
import { privateAddress, text, webAddress } from "../fields.ts";

const loopFile = z
  .string()
  .regex(/^[\w-]+\.(mp3|aac|ogg)$/, "the name of a file in media/ that ends in .mp3, .aac or .ogg");

const station = z
  .strictObject({
    port: z.int().min(1).max(65535).describe("Number of the station in URLs: /api/stream?port=8076."),
    name: text.describe("Name of the station."),
    url: webAddress.describe("Address of the stream on an Icecast or SHOUTcast server."),
    private: privateAddress,
    statusUrl: webAddress
      .meta({
        description: "Address of the Icecast server's status-json.xsl, for titles that the stream lacks.",
        examples: ["https://stream.example/status-json.xsl"],
      })
      .optional(),
    relay: z
      .enum(["relay", "direct"])
      .default("relay")
      .describe("Listeners receive the stream through this site, or from the station, whose URL must then be https."),
    format: z
      .enum(["mp3", "aac", "opus", "vorbis"])
      .default("mp3")
      .describe("Format of the loop until the station's own format is known from its stream."),
  })
  .refine(({ relay, url }) => relay === "relay" || url.startsWith("https:"), {
    path: ["url"],
    error: "an https address where the station is played directly: a browser plays no other on an https page",
  });

/** Schema of `radio` in `edition.yaml`. */
export const radioSchema = z.strictObject({
  title: text.describe("Title of the page and of the player."),
  subtitle: text.describe("Text under the title."),
  description: text.describe("Description for search engines."),
  stations: z
    .array(station)
    .min(1)
    .refine((stations) => new Set(stations.map(({ port }) => port)).size === stations.length, {
      error: "stations with a port each of its own",
    })
    .describe("Stations, of which listeners choose one."),
  loop: z
    .array(loopFile)
    .min(1)
    .describe("Files in media/ that play while a station is down: one recording in each format that stations have."),
  caps: z
    .strictObject({
      listeners: z
        .int()
        .positive()
        .default(5000)
        .describe(
          "Maximum number of concurrent listeners of all stations. Several servers with one database share it evenly. The titles count apart, with the same limits.",
        ),
      perAddress: z
        .int()
        .positive()
        .default(50)
        .describe("Maximum number of concurrent listeners from one IP address, per server."),
    })
    .prefault({})
    .describe("Limits of the radio."),
});

export type StationConfig = z.infer<typeof station>;
