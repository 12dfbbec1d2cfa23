import type { Logger } from "pino";
import type { Edition } from "../../editions/load.ts";
import type { Database } from "../../store/schema.ts";
import { readBuild } from "../../web/build.ts";
import { pageMaker } from "../../web/makePage.ts";
import { pagesOf } from "../../web/pages.ts";
import { readingServices } from "../../web/readServices.ts";
import type { Services } from "../../web/services.ts";
import type { Order, Printed } from "./messages.ts";

/** Makes pages in the newsroom's thread. */
export interface Printer {
  print(order: Order): Promise<Printed>;
}

interface Parts {
  editions: () => readonly Edition[];
  database: Database;
  startedAt: number;
  log: Logger;
}

export async function openPrinter({ editions, database, startedAt, log }: Parts): Promise<Printer> {
  const pages = pagesOf(await readBuild(), "production", log);
  const reading = readingServices({
    ...{ editions, database },
    waited: () => performance.timeOrigin + performance.now() - startedAt,
  });
  return {
    async print({ url, edition: id, site: rest, policy, radio }) {
      const edition = editions().find((one) => one.id === id);
      if (!edition) throw new Error(`There is no edition ${id} any more.`);
      const before = process.threadCpuUsage();
      const site = { ...rest, edition };
      const make = pageMaker(pages, () => ({ ...reading(site), ...desksOf(edition), radio }));
      const made = await make(new Request(url), site, { policy });
      const { user, system } = process.threadCpuUsage(before);
      // A small body lies in memory that others share, and would be handed over with it.
      return { ...made, body: new Uint8Array(made.body), elsewhereMs: (user + system) / 1000 };
    },
  };
}

/** Pages that are kept show the words of forms, and take nothing. */
function desksOf({ contact, signUp }: Edition): Pick<Services, "contact" | "newsletter"> {
  return {
    contact: { page: contact, receive: refuse },
    newsletter: signUp && {
      page: signUp,
      ...{ signUp: refuse, confirmation: refuse, confirm: refuse },
      ...{ subscription: refuse, change: refuse, unsubscribe: refuse },
    },
  };
}

async function refuse(): Promise<never> {
  throw new Error("What a reader sends is taken by the thread that answers.");
}
