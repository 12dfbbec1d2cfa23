import type { MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { LeadImageField } from "../images/LeadImageField.tsx";
import { getTexts } from "../texts/texts.ts";
import { Field } from "../ui/Field.tsx";
import { AddressField } from "./fields/AddressField.tsx";
import { AddressInput } from "./fields/AddressInput.tsx";
import { EndField } from "./fields/EndField.tsx";
import css from "./fields/fields.module.css";
import { LanguageField } from "./fields/LanguageField.tsx";
import { NamesField } from "./fields/NamesField.tsx";
import { SectionsField } from "./fields/SectionsField.tsx";
import { SponsorField } from "./fields/SponsorField.tsx";
import { useTopics } from "./fields/useTopics.ts";

interface StoryFieldsProps {
  edition: MyEdition;
  story: StoryView;
  content: CopyContent;
  isReadOnly: boolean;
  onChange(fields: Partial<Omit<CopyContent, "body">>): void;
}

/** Shows the fields beside the text. */
export function StoryFields({ edition, story, content, isReadOnly, onChange }: StoryFieldsProps) {
  const texts = getTexts().story.fields;
  const topics = useTopics(edition.id);
  const { language, canonical, sponsor, expiresAt } = content;
  const hasMore = [language, canonical, sponsor, expiresAt].some((value) => value !== undefined);
  return (
    <fieldset className={css.fields} disabled={isReadOnly} aria-label={texts.title}>
      <SectionsField
        known={edition.sections}
        sections={content.sections}
        onChange={(sections) => onChange({ sections })}
      />
      <fieldset className={css.group}>
        <legend>{texts.leadImage}</legend>
        <LeadImageField edition={edition} image={content.image} onChange={(image) => onChange({ image })} />
      </fieldset>
      <NamesField
        name="byline"
        label={texts.byline}
        hint={texts.bylineHint}
        known={edition.authors}
        names={content.byline}
        onChange={(byline) => onChange({ byline })}
      />
      <NamesField
        name="topics"
        label={texts.topics}
        hint={texts.topicsHint}
        known={topics}
        names={content.topics}
        onChange={(topics) => onChange({ topics })}
      />
      <Field label={texts.place} name="place" hint={texts.placeHint}>
        {(control) => (
          <input
            {...control}
            maxLength={2000}
            value={content.place}
            onChange={(event) => onChange({ place: event.target.value })}
          />
        )}
      </Field>
      <AddressField story={story} title={content.title} />
      <details className={css.more} open={hasMore || undefined}>
        <summary>{texts.more}</summary>
        <SponsorField sponsor={sponsor} onChange={(sponsor) => onChange({ sponsor })} />
        <AddressInput
          name="canonical"
          label={texts.canonical}
          hint={texts.canonicalHint}
          address={canonical}
          onChange={(canonical) => onChange({ canonical })}
        />
        <EndField edition={edition} end={expiresAt} onChange={(expiresAt) => onChange({ expiresAt })} />
        <LanguageField
          ofEdition={edition.language}
          language={language}
          onChange={(language) => onChange({ language })}
        />
      </details>
    </fieldset>
  );
}
