import type { NewsletterService } from "../../server/newsletter/newsletter.ts";
import type { Services } from "../../server/web/services.ts";
import { throwNotFound } from "../errors/notFound.ts";
import { createHead } from "../ui/head.ts";

/** Returns the newsletter of the request's edition. @throws the not-found page if the edition has no newsletter */
export async function requireNewsletter({ newsletter, news }: Services): Promise<NewsletterService> {
  return newsletter ?? throwNotFound(news);
}

/** Returns the head of a subscriber's page: not indexed, and without the page's address, which contains a token. */
export function createPrivateHead(site: Parameters<typeof createHead>[0], title: string, description: string) {
  return [...createHead(site, { title, description, path: "/newsletter" }), { name: "robots", content: "noindex" }];
}
