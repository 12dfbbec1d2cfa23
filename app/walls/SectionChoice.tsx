import { Form, useSubmit } from "react-router";
import type { SectionLink } from "../../server/editions/public.ts";
import button from "../ui/Button.module.css";
import field from "../ui/Field.module.css";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./SectionChoice.module.css";

interface SectionChoiceProps {
  sections: SectionLink[];
  /** Slug of the chosen section; null for all sections. */
  chosen: string | null;
}

/** Chooses the section of a wall. The choice is part of the page's address, so that it works without JavaScript. */
export function SectionChoice({ sections, chosen }: SectionChoiceProps) {
  const hasScripts = useHasScripts();
  const submit = useSubmit();
  return (
    <Form method="get" action="/embed" className={`${field.field} ${styles.choice}`} preventScrollReset replace>
      <label htmlFor="wall-section">Section</label>
      <div className={styles.row}>
        <select
          id="wall-section"
          name="section"
          key={chosen}
          defaultValue={chosen ?? ""}
          onChange={(event) => void submit(event.target.form, { preventScrollReset: true, replace: true })}
        >
          <option value="">All sections</option>
          {sections.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
        {!hasScripts && (
          <button type="submit" className={button.plain}>
            Show the code
          </button>
        )}
      </div>
    </Form>
  );
}
