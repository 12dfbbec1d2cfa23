import { useState } from "react";
import type { LibraryImage, MyEdition } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ImageDetails } from "./ImageDetails.tsx";
import { LibraryGrid } from "./LibraryGrid.tsx";
import { useImageDetails } from "./useImageDetails.ts";
import { useLibrary } from "./useLibrary.ts";

interface ImagePickerProps {
  edition: MyEdition;
  onPick(image: LibraryImage): void;
  onClose(): void;
}

/** Shows the library, and takes new images by drop, paste, file or camera. */
export function ImagePicker({ edition, onPick, onClose }: ImagePickerProps) {
  const library = useLibrary(edition.id);
  const [chosen, setChosen] = useState<LibraryImage | null>(null);
  return (
    <Dialog title={getTexts().images.choose} isWide onClose={onClose}>
      <LibraryGrid
        edition={edition}
        library={library}
        onOpen={setChosen}
        onAdded={(image) => setChosen((before) => before ?? image)}
      />
      {chosen && (
        <Chosen key={chosen.key} edition={edition} image={chosen} onPick={onPick} onBack={() => setChosen(null)} />
      )}
    </Dialog>
  );
}

interface ChosenProps {
  edition: MyEdition;
  image: LibraryImage;
  onPick(image: LibraryImage): void;
  onBack(): void;
}

/** The second step: the image's texts, before a story takes them. */
function Chosen({ edition, image, onPick, onBack }: ChosenProps) {
  const texts = getTexts().images;
  const draft = useImageDetails(edition.id, image);
  async function use(): Promise<void> {
    const saved = await draft.save();
    if (saved) onPick(saved);
  }
  const actions = (
    <>
      <Button onClick={onBack}>{texts.back}</Button>
      <Button look="strong" disabled={draft.isSaving} onClick={use}>
        {texts.use}
      </Button>
    </>
  );
  return (
    <Dialog title={image.name} isWide onClose={onBack} actions={actions}>
      <ImageDetails edition={edition} draft={draft} />
    </Dialog>
  );
}
