import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Logger } from "pino";
import type { Edition } from "../editions/loading/load.ts";
import type { MailTransport } from "../mail/transport.ts";
import type { Outbound } from "../net/outbound.ts";
import type { RelyingParty } from "../people/passkeys.ts";
import {
  type ActiveSession,
  endOwnSession,
  findSession,
  type SignedIn,
  type SignInContext,
} from "../people/sessions.ts";
import { listPasskeys } from "../store/people/passkeys.ts";
import type { Database } from "../store/schema/schema.ts";
import type { openImageInspector } from "./imageInspector.ts";
import type { PublicSite } from "./publicSite.ts";

export interface DeskParts {
  database: Database;
  editions: () => readonly Edition[];
  site: PublicSite;
  outbound: Pick<Outbound, "open">;
  /** Null without a mail server. */
  transport: MailTransport | null;
  /** Returns the origin of the desk's URLs, such as https://desk.example. */
  getOrigin: () => string;
  /** Returns the address of an edition's site, without a slash at the end. */
  getSiteUrl: (edition: Edition) => string;
  /** Returns the client's address or network, which the desk uses to limit sign-ins and to log rejected requests. */
  getClient: (context: Context) => string;
  /** Starts the conversion of new images for the site immediately. */
  wakeImages: () => void;
  /** Decodes images that people add. */
  imageInspector: ReturnType<typeof openImageInspector>;
  /** Aborted when the desk closes, so that streams of events end. */
  closing: AbortSignal;
  log: Logger;
}

const COOKIE = "session";
/** After a passkey was used, actions that need one are allowed for this time, in ms. */
const PROOF_MS = 10 * 60_000;
const MAX_AGE_S = 90 * 24 * 60 * 60;

/** Parts that the routes of the desk share. */
export type Desk = ReturnType<typeof createDeskContext>;

export function createDeskContext(parts: DeskParts) {
  const { database, getOrigin, log } = parts;
  // Browsers accept the prefix `__Host-` only with `Secure`, and some reject `Secure` on http://localhost.
  const isSecure = () => getOrigin().startsWith("https:");
  const getName = () => (isSecure() ? `__Host-${COOKIE}` : COOKIE);
  const getOptions = () => ({ path: "/", httpOnly: true, sameSite: "Lax", secure: isSecure() }) as const;

  function getSignInContext(context: Context): SignInContext {
    return { database, now: getNow(), browser: context.req.header("user-agent") ?? "" };
  }

  async function findActive(context: Context): Promise<ActiveSession | undefined> {
    const token = getCookie(context, getName());
    return token === undefined ? undefined : findSession(database, token, getNow());
  }

  return {
    ...parts,
    getParty: (): RelyingParty => ({ origin: getOrigin(), name: `Desk of ${new URL(getOrigin()).hostname}` }),
    getNow,
    getSignInContext,
    findSession: findActive,
    /**
     * Returns true if the person used a passkey within the last ten minutes. On a desk that only this machine reaches
     * (http:), also returns true for a person without passkeys.
     */
    async isProved({ proved_at, person }: ActiveSession): Promise<boolean> {
      if (proved_at !== null && Date.now() - Date.parse(proved_at) < PROOF_MS) return true;
      return getOrigin().startsWith("http:") && (await listPasskeys(database, person.id)).length === 0;
    },
    /**
     * Returns true after sign-in with a one-time link, until the person has a passkey. Always returns false on a desk
     * that only this machine reaches (http:).
     */
    async needsPasskey({ method, person }: ActiveSession): Promise<boolean> {
      if (method !== "link" || getOrigin().startsWith("http:")) return false;
      return (await listPasskeys(database, person.id)).length === 0;
    },
    /** Gives the browser the cookie of a new session, and ends the browser's previous session. */
    async startSession(context: Context, { person, token }: SignedIn): Promise<void> {
      const former = await findActive(context);
      if (former) await endOwnSession(database, former.person, former.id, getNow());
      setCookie(context, getName(), token, { ...getOptions(), maxAge: MAX_AGE_S });
      log.info({ person: person.id }, "desk: signed in");
    },
    async endSession(context: Context): Promise<void> {
      const session = await findActive(context);
      if (session) await endOwnSession(database, session.person, session.id, getNow());
      deleteCookie(context, getName(), getOptions());
    },
  };
}

function getNow(): string {
  return new Date().toISOString();
}
