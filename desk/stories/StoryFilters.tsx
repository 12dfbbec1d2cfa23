import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { useSingleKey } from "../device/useSingleKey.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Field } from "../ui/Field.tsx";
import css from "./StoryFilters.module.css";

/** Query parameters that filter a list. */
export const FILTERS = ["words", "section", "author"] as const;
/** Delay, in ms, from the last key press to the request for the filtered list. */
const TYPING_MS = 200;

/** Fields that filter a list as the person types, and keep the filters in the address. */
export function StoryFilters() {
  const { sections, authors } = useEdition();
  const [search, setSearch] = useSearchParams();
  const texts = getTexts().stories.filters;
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Updates the fields after changes of the address that do not come from the fields, such as Back or clearing the
  // filters.
  const applied = useRef(search.toString());
  useEffect(() => {
    if (applied.current === search.toString()) return;
    applied.current = search.toString();
    for (const name of FILTERS) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = search.get(name) ?? "";
    }
  }, [search]);
  useSingleKey("/", () => form.current?.querySelector("input")?.focus());

  function apply() {
    if (!form.current) return;
    const fields = new FormData(form.current);
    const filters = FILTERS.map((name) => [name, String(fields.get(name) ?? "").trim()] as [string, string]);
    const next = new URLSearchParams(filters.filter(([, value]) => value !== ""));
    applied.current = next.toString();
    setSearch(next, { replace: true, preventScrollReset: true });
  }

  function applySoon() {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, TYPING_MS);
  }

  return (
    <search>
      <form
        ref={form}
        className={css.filters}
        onChange={applySoon}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field label={texts.words}>
          {(control) => (
            <input {...control} type="search" name="words" maxLength={200} defaultValue={search.get("words") ?? ""} />
          )}
        </Field>
        <Field label={texts.section}>
          {(control) => (
            <select {...control} name="section" defaultValue={search.get("section") ?? ""}>
              <option value="">{texts.anySection}</option>
              {sections.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={texts.author}>
          {(control) => (
            <>
              <input
                {...control}
                name="author"
                list="authors"
                maxLength={100}
                autoComplete="off"
                defaultValue={search.get("author") ?? ""}
              />
              <datalist id="authors">
                {authors.map((author) => (
                  <option key={author} value={author} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      </form>
    </search>
  );
}
