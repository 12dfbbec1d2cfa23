import { Hono } from "hono";
import { z } from "zod";
import { NotFoundError } from "../../editorError.ts";
import { requireCapability } from "../../people/capabilities.ts";
import { type DeskMailing, type Invited, invitePerson, recoverPerson } from "../../people/invitations.ts";
import { changeRole, type PeopleEditing, removePerson, setMailCodes } from "../../people/people.ts";
import { listPeople } from "../../store/people/people.ts";
import { hasMailCodeBan } from "../../store/people/signIn.ts";
import { PERSON_ROLES } from "../../store/schema/peopleSchema.ts";
import type { Desk } from "../deskContext.ts";
import { requireProof } from "../requireProof.ts";
import type { InvitationAnswer, PersonRow } from "./apiTypes.ts";
import { type EditionEnv, json } from "./route.ts";

type Variables = EditionEnv["Variables"];

const roleSchema = z.object({ role: z.enum(PERSON_ROLES) });
const personSchema = roleSchema.extend({ name: z.string().max(200), email: z.string().max(300).nullable() });

/** Routes for publishers to manage an edition's people. Changes require a passkey used in the last ten minutes. */
export function createPeopleApi(desk: Desk) {
  const { database, getNow } = desk;
  const proof = requireProof(desk);
  return (
    new Hono<EditionEnv>()
      .get("/people", async (context) => context.json(await listRows(context.var)))
      .post("/people", proof, json(personSchema), async (context) => {
        const invited = await invitePerson(toEditing(context.var), getMailing(), context.req.valid("json"));
        return context.json(toAnswer(invited));
      })
      .put("/people/:id", proof, json(roleSchema), async (context) => {
        const name = await requireName(context.var, context.req.param("id"));
        await changeRole(toEditing(context.var), name, context.req.valid("json").role);
        return context.json(await listRows(context.var));
      })
      .delete("/people/:id", proof, async (context) => {
        await removePerson(toEditing(context.var), await requireName(context.var, context.req.param("id")));
        return context.json(await listRows(context.var));
      })
      // Ends the person's sessions and deletes the passkeys. Mails a new link, or returns the link if `isLinkMailed` is
      // false.
      .post("/people/:id/reset", proof, json(z.object({ isLinkMailed: z.boolean() })), async (context) => {
        const name = await requireName(context.var, context.req.param("id"));
        const { isLinkMailed } = context.req.valid("json");
        const invited = await recoverPerson(toEditing(context.var), getMailing(), name, isLinkMailed);
        return context.json(toAnswer(invited));
      })
      .get("/mail-codes", async (context) => context.json(await readMailCodes(context.var)))
      .put("/mail-codes", proof, json(z.object({ isAllowed: z.boolean() })), async (context) => {
        await setMailCodes(toEditing(context.var), context.req.valid("json").isAllowed);
        return context.json(await readMailCodes(context.var));
      })
  );

  function toEditing({ session, edition }: Variables): PeopleEditing {
    return { database, edition: edition.id, actor: session.actor, now: getNow() };
  }

  function getMailing(): DeskMailing {
    return { transport: desk.transport, editions: desk.editions(), deskUrl: desk.getOrigin() };
  }

  function toAnswer({ mailedTo, link, fault, person }: Invited): InvitationAnswer {
    if (fault) desk.log.warn({ person: person.id, reason: fault }, "desk: a mail to a person was not sent");
    return { mailedTo, link, isMailFailed: fault !== null };
  }

  async function listRows({ session, edition }: Variables): Promise<PersonRow[]> {
    requireCapability(session.actor, edition.id, "manage people");
    const now = getNow();
    const people = await listPeople(database, edition.id);
    return people.map(({ usedAt, linkExpiresAt, ...person }) => {
      const invitedUntil = linkExpiresAt !== null && linkExpiresAt > now ? linkExpiresAt : null;
      return { ...person, lastSeenAt: usedAt, invitedUntil };
    });
  }

  /** Returns the name of the person with an id. @throws {NotFoundError} if the edition has no such person */
  async function requireName(variables: Variables, id: string): Promise<string> {
    const person = (await listRows(variables)).find((known) => String(known.id) === id);
    if (!person) throw new NotFoundError(`${variables.edition.name} has no such person. Reload the page.`);
    return person.name;
  }

  async function readMailCodes({ session, edition }: Variables): Promise<{ isAllowed: boolean }> {
    requireCapability(session.actor, edition.id, "manage people");
    return { isAllowed: !(await hasMailCodeBan(database, [edition.id])) };
  }
}
