import type { Logger } from "pino";
import { toMessage } from "../../core/toMessage.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { Editions } from "../editions/loading/registry.ts";
import type { StationConfig } from "../editions/schema/radioSchema.ts";
import type { Parsers } from "../isolation/parsers.ts";
import type { Outbound } from "../net/outbound.ts";
import { readFallbackLoops } from "./fallbackLoop.ts";
import { openStation, type Station } from "./station.ts";
import type { RadioView } from "./view.ts";

export type Radio = Awaited<ReturnType<typeof openRadio>>;

interface Parts {
  editions: Editions;
  outbound: Outbound;
  parsers: Pick<Parsers, "parse">;
  /** Called when an outage of any of the edition's stations begins or ends. */
  onOutage: (edition: string) => void;
  log: Logger;
}

/** Opens the radio of all editions. Stations open on first use. @throws {EditionError} if a loop cannot be read */
export async function openRadio({ editions, outbound, parsers, onOutage, log }: Parts) {
  let loops = await readLoops(editions.all());
  const stations = new Map<string, Station>();
  editions.onChange(reload);

  return {
    getView(edition: Edition): RadioView | undefined {
      const { radio } = edition;
      if (!radio) return undefined;
      const { title, subtitle, description } = radio;
      const views = radio.stations.map((config) => getStation(edition, config).getView());
      return { title, subtitle, description, stations: views };
    },
    findStation(edition: Edition, port: number): Station | undefined {
      const config = edition.radio?.stations.find((station) => station.port === port);
      return config && getStation(edition, config);
    },
    /** Returns the current number of listeners of all stations. */
    countListeners: () => stations.values().reduce((sum, { listeners }) => sum + listeners.size(), 0),
    /** Ends all responses at a frame boundary, and closes the connections to stations. */
    close(): void {
      for (const station of stations.values()) station.close();
    },
  };

  function getStation(edition: Edition, config: StationConfig): Station {
    return stations.getOrInsertComputed(toKey(edition, config), () =>
      openStation({
        config,
        outbound,
        parsers,
        log,
        loops: loops.get(edition.id) ?? [],
        onOutage: () => onOutage(edition.id),
      }),
    );
  }

  /** Reads the loops again. Closes changed and removed stations. The players of their listeners then reconnect. */
  async function reload() {
    try {
      loops = await readLoops(editions.all());
    } catch (error) {
      log.error({ reason: toMessage(error) }, "failed to read radio loops; keeping the previous ones");
    }
    const configs = new Map<string, StationConfig>();
    for (const edition of editions.all())
      for (const config of edition.radio?.stations ?? []) configs.set(toKey(edition, config), config);
    for (const [key, station] of stations) {
      if (JSON.stringify(configs.get(key)) === JSON.stringify(station.config)) continue;
      stations.delete(key);
      station.close();
    }
  }
}

function toKey({ id }: Edition, { port }: StationConfig): string {
  return `${id} ${port}`;
}

async function readLoops(editions: readonly Edition[]) {
  const entries = editions.map(
    async ({ id, folder, radio }) => [id, radio ? await readFallbackLoops(folder, radio.loop) : []] as const,
  );
  return new Map(await Promise.all(entries));
}
