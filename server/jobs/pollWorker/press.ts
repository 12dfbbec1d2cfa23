import type { Radio } from "../../radio/radio.ts";
import type { Made } from "../../web/cache/kept.ts";
import type { MakePage } from "../../web/makePage.ts";
import type { Claim } from "./claim.ts";
import type { FromNewsroom, Printed } from "./messages.ts";
import type { Thread } from "./supervisor.ts";

/** Has pages made by the newsroom's thread. */
export interface Press {
  /** Has a page made there, and by this thread while there is none. */
  make: MakePage;
  /** Has a page made there unless another thread claims it first. */
  offer(order: Parameters<MakePage>, claim: Claim): Offer;
  hear(message: Extract<FromNewsroom, { kind: "made" | "unready" | "unmade" }>): void;
  /** The thread is gone, with what it had begun. */
  abandon(): void;
}

interface Offer {
  /** Null where it was withdrawn, or there is no thread to make it any more. */
  made: Promise<Made | null>;
  withdraw(): void;
}

interface Parts {
  thread: Pick<Thread, "tell" | "end">;
  makePage: MakePage;
  radio: Pick<Radio, "view">;
  /** In milliseconds. */
  longest: number;
}

export function openPress({ thread, makePage, radio, longest }: Parts): Press {
  const jobs = new Map<number, PromiseWithResolvers<Printed | null>>();
  let last = 0;

  /** @param claim what says whether it is to be made there at all; without one, it is */
  function offer([{ url }, { edition, ...site }, { policy } = {}]: Parameters<MakePage>, claim?: Claim): Offer {
    const job = ++last;
    const order = { url, edition: edition.id, site, policy, radio: radio.view(edition) };
    const done = Promise.withResolvers<Printed | null>();
    const withdraw = () => done.resolve(null);
    if (!thread.tell({ kind: "make", job, claim, ...order })) return { made: Promise.resolve(null), withdraw };
    jobs.set(job, done);
    const overdue = setTimeout(() => {
      done.reject(new Error(`It could not be made within ${longest / 1000} s.`));
      thread.end();
    }, longest);
    const made = done.promise
      .then((printed) => printed && madeOf(printed))
      .finally(() => {
        clearTimeout(overdue);
        jobs.delete(job);
      });
    return { made, withdraw };
  }

  return {
    make: async (...order) => (await offer(order).made) ?? makePage(...order),
    offer,
    hear(message) {
      const job = jobs.get(message.job);
      if (message.kind === "made") job?.resolve(message.printed);
      else if (message.kind === "unready") job?.resolve(null);
      else job?.reject(new Error(message.reason));
    },
    abandon() {
      for (const { resolve } of jobs.values()) resolve(null);
    },
  };
}

function madeOf({ body: { buffer, byteOffset, length }, ...printed }: Printed): Made {
  return { ...printed, body: Buffer.from(buffer, byteOffset, length) };
}
