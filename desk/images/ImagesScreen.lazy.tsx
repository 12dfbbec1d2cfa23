import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigationType,
  useSearchParams,
} from "react-router";
import type { LibraryImage, MyEdition } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { DetailsDialog } from "./DetailsDialog.tsx";
import css from "./ImagesScreen.module.css";
import { LibraryGrid } from "./LibraryGrid.tsx";
import { type Library, listImages, useLibrary } from "./useLibrary.ts";

/** Query parameter that contains the search. */
const SEARCH = "search";
/** Pause in typing, in ms, after which the search is written to the page's URL. */
const TYPING_MS = 200;

export async function loader({ params: { edition }, request }: LoaderFunctionArgs) {
  if (edition !== undefined) return listImages(edition, new URL(request.url).searchParams.get(SEARCH) ?? "");
  const { editions } = await call((api) => api.me.$get());
  return redirect(`/images/${editions[0]?.id}`);
}

/** Returns false if only the search has changed, since `useLibrary` loads the images of a search. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;
}

/** The edition's library of images. */
export function Component() {
  const edition = useEdition();
  const initial = useLoaderData<LibraryImage[]>();
  return <Images key={edition.id} edition={edition} initial={initial} />;
}

function Images({ edition, initial }: { edition: MyEdition; initial: LibraryImage[] }) {
  const texts = getTexts().images;
  const library = useAddressOfSearch(useLibrary(edition.id, useSearchParams()[0].get(SEARCH) ?? "", initial));
  const [open, setOpen] = useState<LibraryImage | null>(null);
  return (
    <>
      <title>{`${texts.title} · ${getTexts().shell.desk}`}</title>
      <h1 className={css.title}>{texts.title}</h1>
      <LibraryGrid library={library} onOpen={setOpen} />
      {open && (
        <DetailsDialog
          key={open.key}
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

/** Writes the typed search to the page's URL. After other navigations, such as Back, reads the search from the URL. */
function useAddressOfSearch(library: Library): Library {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  const type = useNavigationType();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = useEffectEvent(() => library.setSearch(parameters.get(SEARCH) ?? ""));
  useEffect(() => {
    // A REPLACE navigation only writes the typed words to the address. The person may have typed more words since.
    if (key && type !== "REPLACE") follow();
  }, [key, type]);

  function setSearch(search: string): void {
    library.setSearch(search);
    clearTimeout(timer.current);
    const next: Record<string, string> = search === "" ? {} : { [SEARCH]: search };
    timer.current = setTimeout(() => setParameters(next, { replace: true, preventScrollReset: true }), TYPING_MS);
  }
  return { ...library, setSearch };
}
