import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { Hono } from "hono";
import { z } from "zod";
import { EditorError } from "../../editorError.ts";
import {
  addPasskey,
  authenticatorResponseSchema,
  createPasskeyOptions,
  createProofOptions,
  proveByPasskey,
  removePasskey,
} from "../../people/passkeys.ts";
import { type ActiveSession, endOwnSession, listSessions } from "../../people/sessions.ts";
import { listPasskeys, type Passkey } from "../../store/people/passkeys.ts";
import type { Session } from "../../store/people/sessions.ts";
import { parseStoredTexts } from "../../store/storedJson.ts";
import type { Desk } from "../deskContext.ts";
import { requireProof, requireProofForPasskey } from "../requireProof.ts";
import type { SignedInEnv } from "../signedIn.ts";
import type { Account, PasskeyRow, SessionRow } from "./apiTypes.ts";
import { json } from "./route.ts";

/** Creates a validator for the shape of an authenticator's response; `@simplewebauthn/server` verifies the content. */
function authenticatorJson<Response>() {
  return json(z.custom<Response>((value) => authenticatorResponseSchema.safeParse(value).success));
}

/** Routes of a person's own passkeys and sessions. */
export function createAccountApi(desk: Desk) {
  const { database, getNow } = desk;
  const getParts = () => {
    return { database, now: getNow(), party: desk.getParty() };
  };

  async function readAccount(session: ActiveSession): Promise<Account> {
    const [passkeys, sessions, needsPasskey] = await Promise.all([
      listPasskeys(database, session.person.id),
      listSessions(database, session.person.id, getNow()),
      desk.needsPasskey(session),
    ]);
    return {
      passkeys: passkeys.map(toPasskeyRow),
      sessions: sessions.map((row) => toSessionRow(row, session.id)),
      needsPasskey,
    };
  }

  return new Hono<SignedInEnv>()
    .get("/", async (context) => context.json(await readAccount(context.get("session"))))
    .post("/passkeys/options", requireProofForPasskey(desk), async (context) =>
      context.json(await createPasskeyOptions(getParts(), context.get("session").person)),
    )
    .post("/passkeys", requireProofForPasskey(desk), authenticatorJson<RegistrationResponseJSON>(), async (context) => {
      const session = context.get("session");
      const response = context.req.valid("json");
      if (!(await addPasskey(getParts(), session, response)))
        throw new EditorError("The passkey was not added. Try again.");
      return context.json(await readAccount(session));
    })
    .delete("/passkeys/:id", requireProof(desk), async (context) => {
      const session = context.get("session");
      await removePasskey(getParts(), session.person, context.req.param("id"));
      return context.json(await readAccount(session));
    })
    .delete("/sessions/:id", async (context) => {
      const session = context.get("session");
      const id = Number(context.req.param("id"));
      if (Number.isSafeInteger(id)) await endOwnSession(database, session.person, id, getNow());
      return context.json(await readAccount(session));
    })
    .post("/prove/options", async (context) =>
      context.json(await createProofOptions(getParts(), context.get("session").person)),
    )
    .post("/prove", authenticatorJson<AuthenticationResponseJSON>(), async (context) => {
      const response = context.req.valid("json");
      if (!(await proveByPasskey(getParts(), context.get("session"), response)))
        throw new EditorError("This passkey is not yours, or has ended. Try another one.");
      return context.json({ isProved: true });
    });
}

function toPasskeyRow({ id, transports, created_at, used_at }: Passkey): PasskeyRow {
  return {
    id,
    transports: parseStoredTexts(transports, `transports of the passkey ${id}`),
    createdAt: created_at,
    usedAt: used_at,
  };
}

function toSessionRow({ id, method, browser, used_at }: Session, currentId: number): SessionRow {
  return {
    id,
    method,
    browser: describeBrowser(browser),
    usedAt: used_at,
    isCurrent: id === currentId,
  };
}

/** Returns the names of the browser and the system in a User-Agent header, such as "Chrome, Windows". */
export function describeBrowser(userAgent: string): string {
  const find = (tokens: readonly string[]) => tokens.find((token) => userAgent.includes(token));
  // Edge and Opera also name Chrome, Chrome also names Safari, and Android also names Linux.
  const browser = find(["Edg", "OPR", "Firefox", "Chrome", "Safari"]) ?? "Browser";
  const system = find(["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"]);
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system ? `${name}, ${system}` : name;
}
