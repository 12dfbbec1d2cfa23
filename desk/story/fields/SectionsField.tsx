import { useEffect, useId, useRef, useState } from "react";
import type { MyEdition } from "../../../server/desk/api/apiTypes.ts";
import { getTexts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import css from "./fields.module.css";

interface SectionsFieldProps {
  known: MyEdition["sections"];
  /** Slugs of the chosen sections. The first slug is that of the main section. */
  sections: readonly string[];
  onChange(sections: string[]): void;
}

/**
 * Shows the chosen sections and a button that shows all sections; without a choice, shows all sections. Ticking a box
 * does not change the field's height, so that the next press hits the intended box.
 */
export function SectionsField({ known, sections, onChange }: SectionsFieldProps) {
  const texts = getTexts().story.fields;
  const id = useId();
  const [isOpen, setIsOpen] = useState(sections.length === 0);
  const choice = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isOpen && !isFirst.current) choice.current?.querySelector("input")?.focus();
    isFirst.current = false;
  }, [isOpen]);
  const getName = (slug: string) => known.find((section) => section.slug === slug)?.name ?? slug;
  // A section that the edition no longer has stays in the list until the person removes it.
  const offered = [
    ...known,
    ...sections.filter((slug) => !known.some((section) => section.slug === slug)).map(toUnknown),
  ];
  return (
    <>
      <fieldset className={css.group} aria-describedby={`${id}-hint`} data-field="section">
        <legend>{texts.sections}</legend>
        <div ref={choice} id={`${id}-choice`} className={css.checkboxes} hidden={!isOpen && sections.length > 0}>
          {offered.map(({ slug, name }) => (
            <label key={slug}>
              <input
                type="checkbox"
                checked={sections.includes(slug)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...sections, slug] : sections.filter((other) => other !== slug))
                }
              />
              {name}
            </label>
          ))}
        </div>
        <p className={css.chosen}>
          <span className={isOpen ? css.oneLine : undefined}>
            {sections.length > 0 ? sections.map(getName).join(", ") : texts.noSection}
          </span>
          <Button
            look="quiet"
            className={sections.length > 0 ? undefined : css.invisible}
            aria-expanded={isOpen}
            aria-controls={`${id}-choice`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? texts.hideSections : texts.changeSections}
          </Button>
        </p>
        <p id={`${id}-hint`} className={css.hint}>
          {texts.sectionsHint}
        </p>
      </fieldset>
      {isOpen && offered.length > 1 && (
        <SelectField
          label={texts.mainSection}
          hint={texts.mainSectionHint}
          value={sections[0] ?? ""}
          isDisabled={sections.length < 2}
          options={sections.map((slug) => [slug, getName(slug)] as const)}
          onChange={(main) => onChange([main, ...sections.filter((slug) => slug !== main)])}
        />
      )}
    </>
  );
}

function toUnknown(slug: string): MyEdition["sections"][number] {
  return { slug, name: slug };
}
