import { getTexts } from "../texts/texts.ts";
import { TextField } from "../ui/TextField.tsx";
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

export function ImageTexts({ texts: { alt, isDecorative, caption, credit }, onChange }: ImageTextsProps) {
  const texts = getTexts().images;
  return (
    <>
      {!isDecorative && (
        <TextField
          label={texts.alt}
          name="alt"
          hint={texts.altHint}
          rows={2}
          maxLength={1000}
          value={alt}
          onChange={(value) => onChange({ alt: value })}
        />
      )}
      <label className={css.decorative}>
        <input
          type="checkbox"
          checked={isDecorative}
          onChange={(event) => onChange({ isDecorative: event.target.checked })}
        />
        {texts.decorative}
      </label>
      <TextField
        label={texts.caption}
        name="caption"
        rows={2}
        maxLength={2000}
        value={caption}
        onChange={(value) => onChange({ caption: value })}
      />
      <TextField
        label={texts.credit}
        name="credit"
        hint={texts.creditHint}
        maxLength={300}
        value={credit}
        onChange={(value) => onChange({ credit: value })}
      />
    </>
  );
}
