import type { MakePage } from "../http/makePage.ts";
import type { Radio } from "../radio/radio.ts";
import type { FromNewsroom, Printed } from "./messages.ts";
import type { Thread } from "./supervisor.ts";

/** Has pages made by the newsroom's thread, and by this one while there is none. */
interface Press {
  make: MakePage;
  hear(message: Extract<FromNewsroom, { kind: "made" | "unready" | "unmade" }>): void;
  /** The thread is gone: this one makes what it had begun. */
  abandon(): void;
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

  async function print(order: Parameters<MakePage>): Promise<Printed | null> {
    const [{ url }, { edition, ...site }, { policy } = {}] = order;
    const job = ++last;
    const isTold = thread.tell({
      kind: "make",
      job,
      url,
      edition: edition.id,
      site,
      policy,
      radio: radio.view(edition),
    });
    if (!isTold) return null;
    const done = Promise.withResolvers<Printed | null>();
    jobs.set(job, done);
    const overdue = setTimeout(() => {
      done.reject(new Error(`It could not be made within ${longest / 1000} s.`));
      thread.end();
    }, longest);
    try {
      return await done.promise;
    } finally {
      clearTimeout(overdue);
      jobs.delete(job);
    }
  }

  return {
    async make(...order) {
      const printed = await print(order);
      if (!printed) return makePage(...order);
      const { buffer, byteOffset, length } = printed.body;
      return { ...printed, body: Buffer.from(buffer, byteOffset, length) };
    },
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
