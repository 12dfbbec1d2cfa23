import { setTimeout as wait } from "node:timers/promises";

type Outcome = "accepted" | "refused" | "unknown";

/** Texts of stored messages, and addresses of stored sign-ups. An item that is stored twice is listed twice. */
interface Stored {
  messages: readonly string[];
  signUps: readonly string[];
}

interface WriterOptions {
  url: string;
  intervalMs: number;
  /** True if the server is behind a proxy, which may return an error although the server has accepted the request. */
  isProxied?: boolean;
}

export interface Writers {
  /** Counts of messages and sign-ups by outcome. */
  counts(): Record<Outcome, number>;
  /** Stops sending; resolves when every sent item has an outcome. */
  stop(): Promise<void>;
  /** Compares the sent items with the stored items. @returns a line for each item stored too rarely or too often */
  check(stored: Stored): string[];
}

/** Number of recipient domains. The site accepts 200 sign-ups per domain and hour. */
const DOMAINS = 20;
/** Maximum number of messages and of sign-ups, below the site's limits of messages per day and sign-ups per hour. */
const MAX_OF_EACH = 450;

/**
 * Sends contact messages and sign-ups, each from a different client address, and records their outcomes. An outcome is
 * unknown if the connection ended without a response, or if a proxy returned an error.
 */
export function startWriters({ url, intervalMs, isProxied = false }: WriterOptions): Writers {
  const messages = new Map<string, Outcome>();
  const signUps = new Map<string, Outcome>();
  const stopping = new AbortController();
  const pending = new Set<Promise<void>>();
  const running = run();

  async function run(): Promise<void> {
    for (let number = 0; number < MAX_OF_EACH && !stopping.signal.aborted; number++) {
      const client = `10.${number >> 8}.${number & 255}.1`;
      const text = `Message ${number} of the readers.`;
      const email = `reader${number}@domain${number % DOMAINS}.example`;
      const tip = { name: "Rosa Delgado", email: "rosa@reader.example", subject: "Tip", message: text };
      send(messages, text, "/contact", tip, client);
      send(signUps, email, "/newsletter", { email }, client);
      await wait(intervalMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  function send(
    list: Map<string, Outcome>,
    key: string,
    path: string,
    fields: Record<string, string>,
    client: string,
  ): void {
    const body = new URLSearchParams(fields);
    const headers = { "x-forwarded-for": client };
    const sent = fetch(url + path, { method: "POST", body, headers, redirect: "manual" })
      .then(async (response) => {
        await response.arrayBuffer();
        if (isProxied && response.status >= 500) return "unknown";
        return response.status < 400 ? "accepted" : "refused";
      })
      .catch(() => "unknown" as const)
      .then((outcome) => {
        list.set(key, outcome);
        pending.delete(sent);
      });
    pending.add(sent);
  }

  return {
    counts() {
      const all = [...messages.values(), ...signUps.values()];
      const count = (outcome: Outcome) => all.filter((one) => one === outcome).length;
      return { accepted: count("accepted"), refused: count("refused"), unknown: count("unknown") };
    },
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(pending);
    },
    check: (stored) => [...compare(messages, stored.messages), ...compare(signUps, stored.signUps)],
  };
}

/** Checks that each accepted item is stored once. No rejected item may be stored, since the sender sends it again. */
function compare(sent: ReadonlyMap<string, Outcome>, stored: readonly string[]): string[] {
  return [...sent].flatMap(([key, outcome]) => {
    const count = stored.filter((one) => one === key).length;
    const isRight = outcome === "unknown" ? count <= 1 : count === (outcome === "accepted" ? 1 : 0);
    return isRight ? [] : [`"${key}" was ${outcome} and is stored ${count} times`];
  });
}
