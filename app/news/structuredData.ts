import { articlePath } from "../../core/addresses.ts";
import type { PublicEdition } from "../../server/editions/public.ts";
import type { SectionPage } from "../../server/news/views.ts";

/** Specification, section 9: the stories of a section that are told. */
const STORIES_TOLD = 10;

/** The first stories of a section's page, as schema.org's ItemList. */
export function storyListData({ title, block }: SectionPage, siteUrl: string): object {
  return {
    "@type": "ItemList",
    name: title,
    itemListElement: block.stories.slice(0, STORIES_TOLD).map((story, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: siteUrl + articlePath(story.slug),
      name: story.title,
    })),
  };
}

/** The site, and who publishes it, in the words of schema.org. */
export function publisherData({ name, tagline, language, place }: PublicEdition, siteUrl: string): object {
  const publisher = `${siteUrl}/#publisher`;
  return {
    "@graph": [
      {
        "@type": "WebSite",
        "@id": `${siteUrl}/#website`,
        url: `${siteUrl}/`,
        name,
        description: tagline,
        inLanguage: language,
        publisher: { "@id": publisher },
      },
      {
        "@type": "NewsMediaOrganization",
        "@id": publisher,
        url: `${siteUrl}/`,
        name,
        image: `${siteUrl}/rss-image.png`,
        areaServed: { "@type": "Place", name: place },
      },
    ],
  };
}
