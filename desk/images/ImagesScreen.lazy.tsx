import { useState } from "react";
import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import type { LibraryImage, MyEdition } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ImageDetails } from "./ImageDetails.tsx";
import css from "./ImagesScreen.module.css";
import { LibraryGrid } from "./LibraryGrid.tsx";
import { useImageDetails } from "./useImageDetails.ts";
import { listImages, useLibrary } from "./useLibrary.ts";

export async function loader({ params: { edition } }: LoaderFunctionArgs) {
  if (edition !== undefined) return listImages(edition, "");
  const { editions } = await call((api) => api.me.$get());
  return redirect(`/images/${editions[0]?.id}`);
}

/** The edition's library of images. */
export function Component() {
  const edition = useEdition();
  const initial = useLoaderData<LibraryImage[]>();
  return <Images key={edition.id} edition={edition} initial={initial} />;
}

function Images({ edition, initial }: { edition: MyEdition; initial: LibraryImage[] }) {
  const texts = getTexts().images;
  const library = useLibrary(edition.id, initial);
  const [open, setOpen] = useState<LibraryImage | null>(null);
  return (
    <>
      <title>{`${texts.title} · Desk`}</title>
      <h1 className={css.title}>{texts.title}</h1>
      <LibraryGrid edition={edition} library={library} onOpen={setOpen} />
      {open && (
        <DetailsDialog
          key={open.key}
          edition={edition}
          image={open}
          onSaved={(image) => {
            library.replace(image);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface DetailsDialogProps {
  edition: MyEdition;
  image: LibraryImage;
  onSaved(image: LibraryImage): void;
  onClose(): void;
}

/** Shows an image, and changes its texts. Closing it with changes asks first. */
function DetailsDialog({ edition, image, onSaved, onClose }: DetailsDialogProps) {
  const texts = getTexts().images;
  const draft = useImageDetails(edition.id, image);
  const [isAsking, setIsAsking] = useState(false);
  async function save(): Promise<void> {
    const saved = await draft.save();
    if (saved) onSaved(saved);
  }
  const actions = (
    <>
      {isAsking && (
        <>
          <p className={css.question} role="alert">
            {texts.unsaved}
          </p>
          <Button onClick={onClose}>{texts.discard}</Button>
        </>
      )}
      <Button look="strong" disabled={draft.isSaving || !draft.isChanged} onClick={save}>
        {draft.isSaving ? texts.saving : texts.save}
      </Button>
    </>
  );
  return (
    <Dialog
      title={image.name}
      isWide
      onClose={() => (draft.isChanged && !isAsking ? setIsAsking(true) : onClose())}
      actions={actions}
    >
      <ImageDetails edition={edition} draft={draft} />
    </Dialog>
  );
}
