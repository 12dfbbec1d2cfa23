import type { MetaDescriptor } from "react-router";
import type { NewsletterDesk } from "../../server/newsletter/views.ts";
import type { Services } from "../../server/web/services.ts";
import { notFound } from "../errors/notFound.ts";
import { headOf } from "../ui/head.ts";

/** Returns the newsletter of the request's edition. @throws the not-found page if the edition has none */
export async function deskOf({ newsletter, news }: Services): Promise<NewsletterDesk> {
  if (!newsletter) throw await notFound(news);
  return newsletter;
}

/** Returns the head of a subscriber's page: not indexed, and without the page's address, which contains a token. */
export function privateHead(site: Parameters<typeof headOf>[0], title: string, description: string): MetaDescriptor[] {
  return [...headOf(site, { title, description, path: "/newsletter" }), { name: "robots", content: "noindex" }];
}
