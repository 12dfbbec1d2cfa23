import { getTexts } from "../texts/texts.ts";
import { Field } from "../ui/Field.tsx";
import css from "./ImageTexts.module.css";

/** Texts of an image, in a story or in the library. */
export interface Texts {
  alt: string;
  isDecorative: boolean;
  caption: string;
  credit: string;
}

interface ImageTextsProps {
  texts: Texts;
  onChange(changes: Partial<Texts>): void;
}

/** Fields for an image's texts. */
export function ImageTexts({ texts: { alt, isDecorative, caption, credit }, onChange }: ImageTextsProps) {
  const texts = getTexts().images;
  return (
    <>
      {!isDecorative && (
        <Field label={texts.alt} name="alt" hint={texts.altHint}>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              maxLength={1000}
              value={alt}
              onChange={(event) => onChange({ alt: event.target.value })}
            />
          )}
        </Field>
      )}
      <label className={css.decorative}>
        <input
          type="checkbox"
          checked={isDecorative}
          onChange={(event) => onChange({ isDecorative: event.target.checked })}
        />
        {texts.decorative}
      </label>
      <Field label={texts.caption} name="caption">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={2000}
            value={caption}
            onChange={(event) => onChange({ caption: event.target.value })}
          />
        )}
      </Field>
      <Field label={texts.credit} name="credit" hint={texts.creditHint}>
        {(control) => (
          <input
            {...control}
            maxLength={300}
            value={credit}
            onChange={(event) => onChange({ credit: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
