import { useState } from "react";
import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import type { LibraryImage, MyEdition } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { DetailsDialog } from "./DetailsDialog.tsx";
import css from "./ImagesScreen.module.css";
import { LibraryGrid } from "./LibraryGrid.tsx";
import { listImages, useLibrary } from "./useLibrary.ts";

export async function loader({ params: { edition } }: LoaderFunctionArgs) {
  if (edition !== undefined) return listImages(edition, "");
  const { editions } = await call((api) => api.me.$get());
  return redirect(`/images/${editions[0]?.id}`);
}

/** Screen of the edition's image library. */
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
      <title>{`${texts.title} · ${getTexts().shell.desk}`}</title>
      <h1 className={css.title}>{texts.title}</h1>
      <LibraryGrid edition={edition} library={library} onOpen={setOpen} />
      {open && (
        <DetailsDialog
          key={open.key}
          edition={edition}
          image={open}
          action={texts.save}
          onDone={(image) => {
            library.replace(image);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
