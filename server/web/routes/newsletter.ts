import type { Hono } from "hono";
import type { Logger } from "pino";
import type { Editions } from "../../editions/registry.ts";
import type { Images } from "../../images/images.ts";
import type { Database } from "../../store/schema.ts";
import { addBounces } from "./bounces.ts";
import { addMailPictures } from "./mailImages.ts";

interface Parts {
  editions: Editions;
  database: Database;
  images: Images;
  bouncesToken: string | undefined;
  log: Logger;
}

/** Returns a function that adds the routes of the newsletter that are not pages. */
export function createNewsletterRoutes({
  editions,
  database,
  images: pictures,
  bouncesToken,
  log,
}: Parts): (site: Hono) => void {
  return (site) => {
    addMailPictures(site, { editions, database, images: pictures });
    addBounces(site, { database, token: bouncesToken, log });
  };
}
