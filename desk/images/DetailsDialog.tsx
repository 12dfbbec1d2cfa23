import { useState } from "react";
import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import css from "./DetailsDialog.module.css";
import { ImageDetails } from "./ImageDetails.tsx";
import { useImageDetails } from "./useImageDetails.ts";

interface DetailsDialogProps {
  image: LibraryImage;
  /** Text of the main button, which saves changes. */
  action: string;
  /** True if the main button also picks the image, and is therefore enabled without changes. */
  isPick?: boolean;
  onDone(image: LibraryImage): void;
  onClose(): void;
}

/** Shows an image of the library with fields for its texts. Asks before it closes with unsaved changes. */
export function DetailsDialog({ image, action, isPick = false, onDone, onClose }: DetailsDialogProps) {
  const texts = getTexts().images;
  const draft = useImageDetails(useEdition().id, image);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (draft.isChanged && !isAsking ? setIsAsking(true) : onClose());
  const actions = (
    <>
      {isAsking && (
        <p className={css.question} role="alert">
          {texts.unsaved}
        </p>
      )}
      {isAsking && <Button onClick={onClose}>{texts.discard}</Button>}
      {isPick && !isAsking && <Button onClick={close}>{texts.back}</Button>}
      <Button
        look="strong"
        disabled={draft.isSaving || (!isPick && !draft.isChanged)}
        onClick={() => void draft.save(onDone)}
      >
        {draft.isSaving ? texts.saving : action}
      </Button>
    </>
  );
  return (
    <Dialog title={image.name} isWide onClose={close} actions={actions}>
      <ImageDetails draft={draft} isPick={isPick} />
    </Dialog>
  );
}
