import { articlePath } from "../../core/addresses.ts";
import { DEFAULT_AUTHOR } from "../../core/article.ts";
import type { PublicEdition } from "../../server/editions/public.ts";
import type { ArticlePage } from "../../server/news/views.ts";

/** A story as schema.org's NewsArticle. */
export function articleData({ story, original, card }: ArticlePage, edition: PublicEdition, siteUrl: string): object {
  const { title, deck, author, date, source, section, slug } = story;
  const isPerson = author !== DEFAULT_AUTHOR;
  return {
    "@type": "NewsArticle",
    headline: title,
    description: deck || undefined,
    datePublished: date.instant ?? undefined,
    articleSection: section.name,
    inLanguage: edition.language,
    isAccessibleForFree: true,
    image: [siteUrl + card.src],
    mainEntityOfPage: siteUrl + articlePath(slug),
    author: isPerson
      ? { "@type": "Person", name: author }
      : { "@type": "NewsMediaOrganization", name: source ?? edition.name },
    publisher: { "@type": "NewsMediaOrganization", name: edition.name, url: `${siteUrl}/` },
    ...(original && {
      isBasedOn: original.href,
      sourceOrganization: { "@type": "NewsMediaOrganization", name: original.publisher },
    }),
  };
}
