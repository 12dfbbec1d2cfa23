import { getLanguage, getTexts } from "../../texts/texts.ts";
import { SelectField } from "../../ui/SelectField.tsx";

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
  const names = new Intl.DisplayNames(getLanguage(), { type: "language" });
  const getName = (tag: string) => names.of(tag) ?? tag;
  const toOption = (tag: string) => [tag, getName(tag)] as const;
  const offered = new Set([...(language === undefined ? [] : [language]), ...LANGUAGES]);
  offered.delete(ofEdition);
  return (
    <SelectField
      label={texts.language}
      hint={texts.languageHint}
      value={language ?? ""}
      options={[["", texts.languageOfEdition(getName(ofEdition))], ...Array.from(offered, toOption)]}
      onChange={(tag) => onChange(tag || undefined)}
    />
  );
}
