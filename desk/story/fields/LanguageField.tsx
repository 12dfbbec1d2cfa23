import { getTexts } from "../../texts/texts.ts";
import { Field } from "../../ui/Field.tsx";

/** Languages of local news in the United States, ordered by the number of people who speak them at home. */
const LANGUAGES = "en es zh tl vi ar fr ko ru pt ht hi de pl it fa ur gu ja bn so am".split(" ");

interface LanguageFieldProps {
  ofEdition: string;
  /** BCP 47 tag; undefined for the edition's language. */
  language: string | undefined;
  onChange(language: string | undefined): void;
}

export function LanguageField({ ofEdition, language, onChange }: LanguageFieldProps) {
  const texts = getTexts().story.fields;
  const names = new Intl.DisplayNames(document.documentElement.lang, { type: "language" });
  const offered = new Set([...(language === undefined ? [] : [language]), ...LANGUAGES]);
  offered.delete(ofEdition);
  return (
    <Field label={texts.language} hint={texts.languageHint}>
      {(control) => (
        <select {...control} value={language ?? ""} onChange={(event) => onChange(event.target.value || undefined)}>
          <option value="">{texts.languageOfEdition(names.of(ofEdition) ?? ofEdition)}</option>
          {Array.from(offered, (tag) => (
            <option key={tag} value={tag}>
              {names.of(tag)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
