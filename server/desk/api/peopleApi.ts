import { Hono } from "hono";
import { z } from "zod";
import { PERSON_ROLES } from "../../store/schema/peopleSchema.ts";
import type { Desk } from "../deskContext.ts";
import type { PersonRow } from "./apiTypes.ts";
import { type EditionEnv, json, notYet } from "./route.ts";

/** Routes by which publishers manage the people of an edition. They need a passkey within the last ten minutes. */
export function createPeopleApi(_desk: Desk) {
  return (
    new Hono<EditionEnv>()
      .get("/people", (context) => context.json(notYet<PersonRow[]>()))
      // Answers with a one-time link if no mail could be sent.
      .post(
        "/people",
        json(
          z.object({ name: z.string().max(100), email: z.string().max(254).nullable(), role: z.enum(PERSON_ROLES) }),
        ),
        (context) => context.json(notYet<{ people: PersonRow[]; link: string | null }>()),
      )
      .put("/people/:id", json(z.object({ role: z.enum(PERSON_ROLES) })), (context) =>
        context.json(notYet<PersonRow[]>()),
      )
      .delete("/people/:id", (context) => context.json(notYet<PersonRow[]>()))
      .post("/people/:id/reset", (context) => context.json(notYet<{ people: PersonRow[]; link: string | null }>()))
      .put("/mail-codes", json(z.object({ isAllowed: z.boolean() })), (context) =>
        context.json(notYet<{ isAllowed: boolean }>()),
      )
      .get("/mail-codes", (context) => context.json(notYet<{ isAllowed: boolean }>()))
  );
}
