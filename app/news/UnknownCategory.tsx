import { usePageTexts } from "../language/pageTexts.ts";
import headings from "../ui/Headings.module.css";
import { EmptySection } from "./EmptySection.tsx";
import styles from "./SectionNews.module.css";

export function UnknownCategory() {
  const { category } = usePageTexts();
  return (
    <section className={styles.section}>
      <h1 className={headings.marked}>{category.title}</h1>
      <EmptySection />
    </section>
  );
}
