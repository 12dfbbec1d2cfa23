import type { CopyContent } from "../../../server/stories/copyContent.ts";
import { getTexts } from "../../texts/texts.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { AddressInput } from "./AddressInput.tsx";
import css from "./fields.module.css";

type Sponsor = CopyContent["sponsor"];
const KINDS = ["underwritten", "paid"] as const;

interface SponsorFieldProps {
  sponsor: Sponsor;
  onChange(sponsor: Sponsor): void;
}

/** Fields for the sponsor of a story and the kind of support. */
export function SponsorField({ sponsor, onChange }: SponsorFieldProps) {
  const texts = getTexts().story.fields;
  return (
    <>
      <label className={css.checkbox}>
        <input
          type="checkbox"
          checked={sponsor !== undefined}
          onChange={(event) => onChange(event.target.checked ? { name: "", kind: "underwritten" } : undefined)}
        />
        {texts.hasSponsor}
      </label>
      {sponsor && (
        <>
          <TextField
            label={texts.sponsorName}
            name="sponsor"
            hint={sponsor.name.trim() === "" ? texts.sponsorNameMissing : undefined}
            required
            maxLength={300}
            value={sponsor.name}
            onChange={(name) => onChange({ ...sponsor, name })}
          />
          <SelectField
            label={texts.sponsorKind}
            value={sponsor.kind}
            options={KINDS.map((kind) => [kind, texts.sponsorKinds[kind]] as const)}
            onChange={(kind) => onChange({ ...sponsor, kind })}
          />
          <AddressInput
            name="sponsorLink"
            label={texts.sponsorLink}
            address={sponsor.link}
            onChange={(link) => onChange({ ...sponsor, link })}
          />
        </>
      )}
    </>
  );
}
