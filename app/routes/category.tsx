import { data, redirect } from "react-router";
import { EmptySection } from "../news/EmptySection.tsx";
import styles from "../news/SectionNews.module.css";
import { services } from "../services.ts";
import headings from "../ui/Headings.module.css";
import { getUnlistedHead } from "../ui/head.ts";
import type { Route } from "./+types/category";

/** Title of an unknown category (specification, section 2). */
const GENERIC_TITLE = "News";

export function loader({ context, params }: Route.LoaderArgs) {
  const { edition } = context.get(services);
  const name = params.name.toLowerCase();
  const section = edition.sections.find(({ slug, name: full, shortName }) =>
    [slug, full.toLowerCase(), shortName.toLowerCase()].includes(name),
  );
  if (section) throw redirect(section.href, 301);
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { name } = root.loaderData.edition;
  return getUnlistedHead(`${GENERIC_TITLE} | ${name}`, `${name} has no section by this name.`);
};

export default function UnknownCategory() {
  return (
    <section className={styles.section}>
      <h1 className={headings.marked}>{GENERIC_TITLE}</h1>
      <EmptySection />
    </section>
  );
}
