import { useEffect, useRef, useState } from "react";
import { toMessage } from "../../core/toMessage.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Fault } from "../ui/Fault.tsx";
import { DEFAULT_FOCUS, FocusField } from "./FocusField.tsx";
import { ImagePicker } from "./ImagePicker.tsx";
import { ImageTexts, type Texts } from "./ImageTexts.tsx";
import css from "./LeadImageField.module.css";
import { getKey, getThumbnail } from "./uploadImage.ts";
import { saveDetails } from "./useImageDetails.ts";

type LeadImage = NonNullable<CopyContent["image"]>;

interface LeadImageFieldProps {
  image: CopyContent["image"];
  onChange(image: CopyContent["image"]): void;
}

/** Fields of the image beside the headline: alt text, caption, credit, and the point that crops keep. */
export function LeadImageField({ image, onChange }: LeadImageFieldProps) {
  const texts = getTexts().images;
  const [isPicking, setIsPicking] = useState(false);
  /** Most recently removed image, with its texts; null for none. */
  const [removed, setRemoved] = useState<LeadImage | null>(null);
  function remove(): void {
    setRemoved(image ?? null);
    onChange(undefined);
  }
  return (
    <div>
      {image && <Shown image={image} onChange={onChange} />}
      <div className={css.actions} data-field="image">
        <Button onClick={() => setIsPicking(true)}>{image ? texts.replace : texts.choose}</Button>
        {image && <Button onClick={remove}>{texts.remove}</Button>}
      </div>
      {!image && removed && (
        <p className={css.removed} role="status">
          {texts.removed}{" "}
          <Button look="quiet" onClick={() => onChange(removed)}>
            {texts.putBack}
          </Button>
        </p>
      )}
      {isPicking && (
        <ImagePicker
          onPick={({ url, alt, caption, credit, focus }) => {
            onChange({ file: url, alt, caption, credit, ...(focus !== null && { focus }) });
            setIsPicking(false);
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  );
}

function Shown({ image, onChange }: { image: LeadImage; onChange(image: LeadImage): void }) {
  const { id: edition } = useEdition();
  const texts = getTexts().images;
  const { isDecorative, setDecorative, error } = useDecorative(edition, image.file);
  const { alt, caption, credit, focus = null } = image;
  const src = getThumbnail(edition, image.file, 960);
  /** Alt text to restore if the image is not decorative after all. */
  const lastAlt = useRef("");

  function changeTexts({ isDecorative: decorative, ...changes }: Partial<Texts>): void {
    if (decorative === undefined) {
      onChange({ ...image, ...changes });
      return;
    }
    if (decorative) lastAlt.current = alt;
    setDecorative(decorative, lastAlt.current);
    onChange({ ...image, alt: decorative ? "" : lastAlt.current });
  }

  return (
    <>
      {src === "" ? (
        <p className={css.elsewhere}>
          {texts.elsewhere} {image.file}
        </p>
      ) : (
        <>
          <img className={css.image} src={src} alt={alt} style={{ objectPosition: focus ?? DEFAULT_FOCUS }} />
          <details className={css.focus}>
            <summary>{texts.focusAndCrops}</summary>
            <FocusField src={src} focus={focus} onChange={(point) => onChange({ ...image, focus: point })} />
          </details>
        </>
      )}
      <ImageTexts texts={{ alt, caption, credit, isDecorative: isDecorative && alt === "" }} onChange={changeTexts} />
      <Fault text={error} />
    </>
  );
}

/** Reads and changes an image's "decorative" mark. The mark is stored in the library, not in the story. */
function useDecorative(edition: string, file: string) {
  const [isDecorative, setIsDecorative] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const saving = useRef(Promise.resolve());
  const key = getKey(file);
  useEffect(() => {
    if (key === null) return;
    let isCurrent = true;
    call((api) => api[":edition"].images[":key"].$get({ param: { edition, key } })).then(
      (image) => isCurrent && setIsDecorative(image.isDecorative),
      // If the request fails, the image counts as not decorative.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [edition, key]);

  /**
   * @param storyAlt alt text in the story. If the library has no alt text, for example because the image was marked as
   * decorative, the library gets the story's alt text.
   */
  function setDecorative(value: boolean, storyAlt: string): void {
    setIsDecorative(value);
    setError(null);
    if (key === null) return;
    // Saves one choice after the other, so that the library keeps the last choice.
    saving.current = saving.current
      .then(async () => {
        const { alt, caption, credit, focus } = await call((api) =>
          api[":edition"].images[":key"].$get({ param: { edition, key } }),
        );
        await saveDetails(edition, key, { alt: alt || storyAlt, caption, credit, focus, isDecorative: value });
      })
      .catch((fault) => setError(toMessage(fault)));
  }

  return { isDecorative, setDecorative, error };
}
