import type { OlderStories } from "../../server/news/archive/archiveViews.ts";
import headings from "../ui/Headings.module.css";
import { Turn } from "../ui/Pagination.tsx";
import { EmptySection } from "./EmptySection.tsx";
import { Rows } from "./Rows.tsx";
import styles from "./SectionNews.module.css";

/** What a section had before the stories of its own page. */
export function Older({ page: { section, stories, older } }: { page: OlderStories }) {
  return (
    <section className={styles.section}>
      <h1 className={headings.marked}>{section.name}: older stories</h1>
      {stories.length > 0 ? <Rows stories={stories} /> : <EmptySection />}
      <Turn
        label="Older and newer stories"
        back={{ title: `The newest in ${section.name}`, href: section.href }}
        on={older ? { title: "Older stories", href: older } : null}
      />
    </section>
  );
}
