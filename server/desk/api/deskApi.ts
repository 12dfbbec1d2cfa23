import { type ErrorHandler, Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { ConflictError, EditorError, NotFoundError, PermissionError } from "../../editorError.ts";
import { listCapabilities } from "../../people/capabilities.ts";
import type { ActiveSession } from "../../people/sessions.ts";
import type { Desk } from "../deskContext.ts";
import type { SignedInEnv } from "../signedIn.ts";
import { createAccountApi } from "./accountApi.ts";
import type { Me, MyEdition } from "./apiTypes.ts";
import { createImageApi } from "./imageApi.ts";
import { createPeopleApi } from "./peopleApi.ts";
import { createPreviewApi } from "./previewApi.ts";
import { createPublishApi } from "./publishApi.ts";
import type { EditionEnv } from "./route.ts";
import { createStoryApi } from "./storyApi.ts";

/** Creates the routes of the desk's application. The client derives its types from these routes. */
export function createDeskApi(desk: Desk) {
  return new Hono<SignedInEnv>()
    .onError(createErrorHandler(desk))
    .get("/me", (context) => context.json(getMe(desk, context.get("session"))))
    .route("/account", createAccountApi(desk))
    .use("/:edition/*", createEditionMiddleware(desk))
    .route("/:edition", createStoryApi(desk))
    .route("/:edition", createPublishApi(desk))
    .route("/:edition", createPreviewApi(desk))
    .route("/:edition", createImageApi(desk))
    .route("/:edition", createPeopleApi(desk));
}

export type DeskApi = ReturnType<typeof createDeskApi>;

/** Sets the variables of `EditionEnv`. @throws {NotFoundError} if the person has no role in the edition */
function createEditionMiddleware({ database, editions, getNow }: Desk): MiddlewareHandler<EditionEnv> {
  return async (context, next) => {
    const { actor } = context.get("session");
    const edition = editions().find(({ id }) => id === context.req.param("edition"));
    if (!edition || !actor.roles.has(edition.id)) throw new NotFoundError("There is no such edition.");
    context.set("edition", edition);
    context.set("editing", { database, edition, actor, now: getNow() });
    return next();
  };
}

function getMe(desk: Desk, session: ActiveSession): Me {
  const { id, name, email } = session.person;
  const editions = desk.editions().flatMap((edition): MyEdition[] => {
    const role = session.actor.roles.get(edition.id);
    if (role === undefined) return [];
    return [
      {
        id: edition.id,
        name: edition.name,
        language: edition.language,
        timeZone: edition.timeZone,
        role,
        capabilities: listCapabilities(role),
        sections: edition.sections.map((section) => ({ slug: section.slug, name: section.name })),
        authors: edition.authors.map((author) => author.name),
      },
    ];
  });
  return { id, name, email, editions };
}

/** Creates a handler that responds with the messages of errors meant for the person, and logs other errors. */
function createErrorHandler({ editions, log }: Desk): ErrorHandler {
  return (error, context) => {
    if (error instanceof EditorError) return context.text(nameEditions(error.message, editions()), toStatus(error));
    // An error of Hono itself, such as for a body that is not JSON.
    if (error instanceof HTTPException) return error.getResponse();
    log.error({ err: error }, "desk: request failed");
    return context.text("The desk could not do this. Try again; nothing was changed.", 500);
  };
}

/** Replaces edition ids in an error message with names. Code shared with the command line puts ids into messages. */
function nameEditions(message: string, editions: ReturnType<Desk["editions"]>): string {
  return editions.reduce(
    (text, { id, name }) =>
      text.replace(` in ${id}.`, () => ` in ${name}.`).replace(` of ${id}.`, () => ` of ${name}.`),
    message,
  );
}

function toStatus(error: EditorError) {
  if (error instanceof PermissionError) return 403;
  if (error instanceof NotFoundError) return 404;
  return error instanceof ConflictError ? 409 : 422;
}
