import { Form } from "react-router";
import type { SearchRequest } from "../../core/search/request.ts";
import type { SectionLink } from "../../server/editions/derived/publicEdition.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import field from "../ui/Field.module.css";
import { SEARCH_FIELD_ID } from "./SearchDialog.tsx";
import styles from "./SearchForm.module.css";

interface SearchFormProps {
  request: SearchRequest;
  sections: readonly SectionLink[];
  sources: readonly string[];
}

/** A plain GET form with the query and filters, so that each search has an address that readers can share. */
export function SearchForm({ request, sections, sources }: SearchFormProps) {
  const { search: texts, ...pageTexts } = usePageTexts();
  const { text, section, source, from, to, mustHaveImage, order } = request;
  const isFiltered = mustHaveImage || order === "date" || [section, source, from, to].some((filter) => filter !== null);
  return (
    // The key resets the fields for each request, for example when the reader goes back.
    <Form key={JSON.stringify(request)} className={styles.form} data-unprinted="" role="search" action="/search">
      <div className={styles.queryRow}>
        <div className={`${field.field} ${field.search}`}>
          <label htmlFor={SEARCH_FIELD_ID}>{texts.label}</label>
          <input
            id={SEARCH_FIELD_ID}
            type="search"
            name="q"
            defaultValue={text}
            maxLength={400}
            autoComplete="off"
            enterKeyHint="search"
          />
        </div>
        <button type="submit" className={styles.submit}>
          {texts.submit}
        </button>
      </div>
      {/* The filters are folded on phones, and always open where they fit in rows. */}
      <details className={styles.folded} open={isFiltered}>
        <summary>{texts.filters}</summary>
        <div className={styles.filters}>
          <SelectField
            name="section"
            label={pageTexts.section}
            defaultLabel={pageTexts.allSections}
            chosen={section}
            options={sections.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
          <SelectField
            name="source"
            label={texts.source}
            defaultLabel={texts.allSources}
            chosen={source}
            options={sources.map((publisher) => ({ value: publisher, label: publisher }))}
          />
          <DateField name="from" label={texts.from} chosen={from} />
          <DateField name="to" label={texts.to} chosen={to} />
          <SelectField
            name="order"
            label={texts.order}
            defaultLabel={texts.best}
            chosen={order === "date" ? order : null}
            options={[{ value: "date", label: texts.newest }]}
          />
          <div className={styles.check}>
            <input id="search-pictures" type="checkbox" name="pictures" value="1" defaultChecked={mustHaveImage} />
            <label htmlFor="search-pictures">{texts.pictured}</label>
          </div>
        </div>
      </details>
    </Form>
  );
}

interface SelectFieldProps {
  name: string;
  label: string;
  /** Label of the default option, which does not filter. */
  defaultLabel: string;
  chosen: string | null;
  options: readonly { value: string; label: string }[];
}

function SelectField({ name, label, defaultLabel, chosen, options }: SelectFieldProps) {
  const id = `search-${name}`;
  return (
    <div className={`${field.field} ${styles.filter}`}>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={chosen ?? ""}>
        <option value="">{defaultLabel}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

function DateField({ name, label, chosen }: { name: string; label: string; chosen: string | null }) {
  const id = `search-${name}`;
  return (
    <div className={`${field.field} ${styles.filter}`}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" name={name} defaultValue={chosen ?? ""} />
    </div>
  );
}
