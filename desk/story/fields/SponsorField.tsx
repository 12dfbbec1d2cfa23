import type { CopyContent } from "../../../server/stories/copyContent.ts";
import { getTexts } from "../../texts/texts.ts";
import { Field } from "../../ui/Field.tsx";
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
          <Field
            label={texts.sponsorName}
            name="sponsor"
            {...(sponsor.name.trim() === "" && { hint: texts.sponsorNameMissing })}
          >
            {(control) => (
              <input
                {...control}
                required
                maxLength={300}
                value={sponsor.name}
                onChange={(event) => onChange({ ...sponsor, name: event.target.value })}
              />
            )}
          </Field>
          <Field label={texts.sponsorKind}>
            {(control) => (
              <select
                {...control}
                value={sponsor.kind}
                onChange={({ target: { value } }) =>
                  onChange({ ...sponsor, kind: KINDS.find((kind) => kind === value) ?? "underwritten" })
                }
              >
                {KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {texts.sponsorKinds[kind]}
                  </option>
                ))}
              </select>
            )}
          </Field>
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
