import type { MetaDescriptor } from "react-router";
import type { NewsletterDesk } from "../../server/newsletter/views.ts";
import type { Services } from "../../server/web/services.ts";
import { notFound } from "../errors/notFound.ts";
import { headOf } from "../ui/head.ts";

/** The desk of the request's edition. @throws the not-found page where the edition has no briefing */
export async function deskOf({ newsletter, news }: Services): Promise<NewsletterDesk> {
  if (!newsletter) throw await notFound(news);
  return newsletter;
}

/** The head of a page that is one reader's own: no search engine lists it, and nothing in it names its address. */
export function privateHead(site: Parameters<typeof headOf>[0], title: string, description: string): MetaDescriptor[] {
  return [...headOf(site, { title, description, path: "/newsletter" }), { name: "robots", content: "noindex" }];
}
