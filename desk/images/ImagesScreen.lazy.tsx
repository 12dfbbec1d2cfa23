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

/** Parameter of the address with the search. */
const SEARCH = "search";
/** Pause in typing after which the address has the search, in ms. */
const TYPING_MS = 200;

export async function loader({ params: { edition }, request }: LoaderFunctionArgs) {
  if (edition !== undefined) return listImages(edition, new URL(request.url).searchParams.get(SEARCH) ?? "");
  const { editions } = await call((api) => api.me.$get());
  return redirect(`/images/${editions[0]?.id}`);
}

/** Leaves searches on the screen to the library. */
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

/** Keeps the search in the address, so that it can be shared, and follows the address, such as after Back. */
function useAddressOfSearch(library: Library): Library {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  const type = useNavigationType();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = useEffectEvent(() => library.setSearch(parameters.get(SEARCH) ?? ""));
  useEffect(() => {
    // The typed words have replaced the address, and typing may continue.
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
