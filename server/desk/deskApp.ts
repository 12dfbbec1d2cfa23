import { Hono } from "hono";
import { getSignInTexts } from "../../core/language/catalogs.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { loadKeyedHash } from "../store/keyedHash.ts";
import { countHit } from "../store/rateLimitHits.ts";
import { limitBodies } from "../web/bodyLimit.ts";
import { createDeskApi } from "./api/deskApi.ts";
import { createDeskContext, type Desk, type DeskParts } from "./deskContext.ts";
import { readDeskDocument, readLanguage } from "./deskDocument.ts";
import { addDeskFiles } from "./deskFiles.ts";
import { sendDeskPage } from "./deskPage.ts";
import { openImageInspector } from "./imageInspector.ts";
import { logRefusals, refuseNuls, requireHost, requireOwnOrigin } from "./requestGuard.ts";
import { addHeaders } from "./responseHeaders.ts";
import { createSignedInApp } from "./signedIn.ts";
import { renderNothingHere } from "./signInPages.ts";
import { addSignInRoutes } from "./signInRoutes.ts";
import { translateRefusals } from "./texts/translateRefusals.ts";

/** Maximum number of sign-in attempts of all kinds by one client within ten minutes. */
const MAX_ATTEMPTS = 60;
const ATTEMPTS_MS = 10 * 60_000;
/** Matches the paths of routes that accept images and texts, and have their own limits for request bodies. */
const LARGE_BODIES = /^\/api\/[^/]+\/(?:images|stories\/[^/]+\/copy)$/;

/** Opens the application, and the process that decodes images for it. */
export function openDeskApp(parts: Omit<DeskParts, "imageInspector">) {
  const imageInspector = openImageInspector();
  const app = createDeskApp(createDeskContext({ ...parts, imageInspector }));
  return { respond: app.fetch, close: imageInspector.close };
}

/** Creates the application that handles the desk's requests. */
export function createDeskApp(desk: Desk): Hono {
  const { getOrigin, log } = desk;
  const app = new Hono();
  app.use(translateRefusals());
  app.use(logRefusals(log, desk.getClient));
  app.use(addHeaders(getOrigin().startsWith("https:"), () => listFramed(desk)));
  app.use(requireHost(getOrigin));
  app.use(requireOwnOrigin(getOrigin));
  app.use(refuseNuls);
  const limit = limitBodies(() => "This is too much for the desk.\n");
  app.use((context, next) => (LARGE_BODIES.test(context.req.path) ? next() : limit(context, next)));
  app.on("POST", ["/sign-in/*", "/link/*"], async (context, next) => {
    if (await isOverLimit(desk, desk.getClient(context)))
      return context.text("There were too many attempts to sign in. Wait ten minutes.\n", 429);
    return next();
  });
  addDeskFiles(app);
  addSignInRoutes(app, desk);
  app.post("/sign-out", async (context) => {
    await desk.endSession(context);
    return context.redirect("/sign-in", 303);
  });
  const signedIn = createSignedInApp(desk);
  signedIn.route("/api", createDeskApi(desk));
  for (const path of ["/stories/*", "/story/*", "/images/*", "/people/*", "/account"])
    signedIn.get(path, async (context) => context.html(await readDeskDocument(context, "index.html")));
  app.route("/", signedIn);
  app.notFound((context) => {
    const isPage = context.req.header("accept")?.includes("text/html");
    if (!isPage) return context.text("There is nothing here.\n", 404);
    return sendDeskPage(context, desk, renderNothingHere(getSignInTexts(readLanguage(context))), 404);
  });
  app.onError((error, context) => {
    log.error({ err: error }, "desk: request failed");
    return context.text("The desk could not do this. Try again; nothing was changed.\n", 500);
  });
  return app;
}

/** Returns the origins of the editions' sites. */
function listFramed({ editions, getSiteUrl }: Desk): string[] {
  return [...new Set(editions().map((edition) => new URL(getSiteUrl(edition)).origin))];
}

async function isOverLimit({ database }: Desk, client: string): Promise<boolean> {
  const keyedHash = await loadKeyedHash(database);
  const keyHash = keyedHash(`desk limit client ${client}`);
  const limit = { kind: "client", keyHash, maxHits: MAX_ATTEMPTS, windowMs: ATTEMPTS_MS };
  const exceeded = await withWriterLock(database, (transaction) => countHit(transaction, [limit], Date.now()));
  return exceeded !== null;
}
