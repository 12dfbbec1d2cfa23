import { Hono } from "hono";
import type { ActiveSession } from "../../people/sessions.ts";
import type { Desk } from "../deskContext.ts";
import type { Me, SessionRow } from "./apiTypes.ts";
import { createImageApi } from "./imageApi.ts";
import { createPeopleApi } from "./peopleApi.ts";
import { createPublishApi } from "./publishApi.ts";
import { notYet } from "./route.ts";
import { createStoryApi } from "./storyApi.ts";

/** The routes of the desk's application. Its types are what the client calls. */
export function createDeskApi(desk: Desk) {
  return new Hono<{ Variables: { session: ActiveSession } }>()
    .get("/me", (context) => context.json(notYet<Me>()))
    .get("/sessions", (context) => context.json(notYet<SessionRow[]>()))
    .route("/:edition", createStoryApi(desk))
    .route("/:edition", createPublishApi(desk))
    .route("/:edition", createImageApi(desk))
    .route("/:edition", createPeopleApi(desk));
}

export type DeskApi = ReturnType<typeof createDeskApi>;
