import type { StoryView } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { LeadImageField } from "../images/LeadImageField.tsx";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { TextField } from "../ui/TextField.tsx";
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
  story: StoryView;
  content: CopyContent;
  isReadOnly: boolean;
  onChange(fields: Partial<Omit<CopyContent, "body">>): void;
}

export function StoryFields({ story, content, isReadOnly, onChange }: StoryFieldsProps) {
  const texts = getTexts().story.fields;
  const edition = useEdition();
  const topics = useTopics(edition.id);
  const { language, canonical, sponsor, expiresAt } = content;
  const hasMore = [language, canonical, sponsor, expiresAt].some((value) => value !== undefined);
  return (
    <fieldset disabled={isReadOnly} aria-label={texts.title}>
      <SectionsField
        known={edition.sections}
        sections={content.sections}
        onChange={(sections) => onChange({ sections })}
      />
      <NamesField
        name="byline"
        label={texts.byline}
        hint={texts.bylineHint}
        known={edition.authors}
        names={content.byline}
        onChange={(byline) => onChange({ byline })}
      />
      <fieldset className={css.group}>
        <legend>{texts.leadImage}</legend>
        <LeadImageField image={content.image} onChange={(image) => onChange({ image })} />
      </fieldset>
      <NamesField
        name="topics"
        label={texts.topics}
        hint={texts.topicsHint}
        known={topics}
        names={content.topics}
        onChange={(topics) => onChange({ topics })}
      />
      <TextField
        label={texts.place}
        name="place"
        hint={texts.placeHint}
        maxLength={2000}
        value={content.place}
        onChange={(place) => onChange({ place })}
      />
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
        <EndField end={expiresAt} onChange={(expiresAt) => onChange({ expiresAt })} />
        <LanguageField
          ofEdition={edition.language}
          language={language}
          onChange={(language) => onChange({ language })}
        />
      </details>
    </fieldset>
  );
}
