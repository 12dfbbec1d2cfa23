import type { LabelKind } from "../../core/ownFeeds.ts";
import { throwMovedOrNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { CardList } from "../news/Card.tsx";
import styles from "../news/SectionNews.module.css";
import { services } from "../services.ts";
import headings from "../ui/Headings.module.css";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/authorOrTopic";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { news } = context.get(services);
  const kind: LabelKind = new URL(request.url).pathname.startsWith("/author/") ? "author" : "topic";
  return (await news.label(kind, params.slug)) ?? (await throwMovedOrNotFound(news, request));
}

export const meta: Route.MetaFunction = ({ loaderData: { name, href, biography }, matches: [root] }) => {
  const { edition } = root.loaderData;
  return createHead(root.loaderData, {
    title: name,
    description: biography ?? getPageTexts(edition.language).labelDescription(name, edition.name),
    path: href,
    alternates: [{ type: "application/rss+xml", title: `${name} | ${edition.name}`, path: `${href}/rss.xml` }],
  });
};

/** The newest staff stories of an author, or on a topic. */
export default function Label({ loaderData: { name, href, biography, stories } }: Route.ComponentProps) {
  return (
    <section className={styles.section}>
      <h1 className={headings.marked}>{name}</h1>
      <p className={styles.pageLink}>
        <a href={`${href}/rss.xml`}>RSS</a>
      </p>
      {biography !== null && <p className={headings.deck}>{biography}</p>}
      <CardList stories={stories} shape="small" />
    </section>
  );
}
