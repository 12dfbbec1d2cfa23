import type { Logger } from "pino";
import type { Edition } from "../editions/load.ts";
import type { StationFile } from "../editions/radioSchema.ts";
import type { Editions } from "../editions/registry.ts";
import type { Outbound } from "../net/outbound.ts";
import { type Loop, readLoops } from "./loop.ts";
import { openStation, type Station } from "./station.ts";
import { type RadioView, viewStation } from "./view.ts";

/** The stations of all editions. */
export interface Radio {
  /** What pages show; undefined where the edition has no radio. */
  view(edition: Edition): RadioView | undefined;
  /** The station of a port; undefined where the edition has none there. */
  station(edition: Edition, port: number): { file: StationFile; station: Station } | undefined;
  /** Ends all responses at a frame's boundary, and the connections to stations. */
  close(): void;
}

interface Parts {
  editions: Editions;
  outbound: Outbound;
  log: Logger;
}

/** @throws {EditionError} where an edition's loop cannot be read */
export async function openRadio({ editions, outbound, log }: Parts): Promise<Radio> {
  let loops = await readAllLoops(editions.all());
  const stations = new Map<string, { station: Station; made: string }>();
  editions.onChange(takeUp);

  return {
    view(edition) {
      const { radio } = edition;
      if (!radio) return undefined;
      const { title, subtitle, description } = radio;
      const views = radio.stations.map((file) => viewStation(file, stationOf(edition, file).board.now()));
      return { title, subtitle, description, stations: views };
    },
    station(edition, port) {
      const file = edition.radio?.stations.find((one) => one.port === port);
      return file && { file, station: stationOf(edition, file) };
    },
    close() {
      for (const { station } of stations.values()) station.close();
    },
  };

  function stationOf(edition: Edition, file: StationFile): Station {
    const key = `${edition.id} ${file.port}`;
    const known = stations.get(key);
    if (known) return known.station;
    const station = openStation({ file, loops: loops.get(edition.id) ?? [], outbound, log });
    stations.set(key, { station, made: JSON.stringify(file) });
    return station;
  }

  /** A station that changed, or is gone, lets its listeners go; their players ask anew. */
  async function takeUp() {
    try {
      loops = await readAllLoops(editions.all());
    } catch (error) {
      log.error({ reason: (error as Error).message }, "radio loop not taken up: the last good one stays");
    }
    const files = editions
      .all()
      .flatMap(({ id, radio }) => (radio?.stations ?? []).map((file) => [`${id} ${file.port}`, file] as const));
    const wanted = new Map<string, StationFile>(files);
    for (const [key, { station, made }] of stations) {
      if (JSON.stringify(wanted.get(key)) === made) continue;
      stations.delete(key);
      station.close();
    }
  }
}

async function readAllLoops(editions: readonly Edition[]): Promise<Map<string, Loop[]>> {
  const read = editions.map(
    async ({ id, folder, radio }) => [id, radio ? await readLoops(folder, radio.loop) : []] as const,
  );
  return new Map(await Promise.all(read));
}
