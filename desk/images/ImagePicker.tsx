import { useState } from "react";
import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { DetailsDialog } from "./DetailsDialog.tsx";
import { LibraryGrid } from "./LibraryGrid.tsx";
import { useLibrary } from "./useLibrary.ts";

interface ImagePickerProps {
  onPick(image: LibraryImage): void;
  onClose(): void;
}

/** Dialog to choose an image from the library, or to add an image. */
export function ImagePicker({ onPick, onClose }: ImagePickerProps) {
  const texts = getTexts().images;
  const library = useLibrary(useEdition().id);
  const [chosen, setChosen] = useState<LibraryImage | null>(null);
  return (
    <Dialog title={texts.choose} isWide onClose={onClose}>
      <LibraryGrid
        library={library}
        isSearchFirst
        onOpen={setChosen}
        onAdded={(image) => setChosen((before) => before ?? image)}
      />
      {chosen && (
        <DetailsDialog
          key={chosen.key}
          image={chosen}
          action={texts.use}
          isPick
          onDone={onPick}
          onClose={() => setChosen(null)}
        />
      )}
    </Dialog>
  );
}
