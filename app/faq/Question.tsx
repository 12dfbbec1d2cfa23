import type { FaqEntry } from "../../server/editions/faq.ts";
import { Html } from "../ui/Html.tsx";
import { ChevronDown } from "../ui/icons.tsx";
import styles from "./Question.module.css";

/**
 * One question, which opens its answer and closes the one that was open. Its address is that of the answer: a browser
 * opens what is closed around the place that an address names, without a script.
 */
export function Question({ entry: { slug, question, html }, isHidden }: { entry: FaqEntry; isHidden: boolean }) {
  return (
    <details name="faq" className={styles.entry} hidden={isHidden}>
      <summary className={styles.question}>
        <h3>{question}</h3>
        <ChevronDown className={styles.mark} aria-hidden="true" size={20} strokeWidth={1.8} />
      </summary>
      <div id={slug} className={styles.answer}>
        <Html className={styles.text} html={html} />
        <p className={styles.address}>
          <a href={`#${slug}`}>Link to this question</a>
        </p>
      </div>
    </details>
  );
}
