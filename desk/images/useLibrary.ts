import { useEffect, useRef, useState } from "react";
import { toMessage } from "../../core/toMessage.ts";
import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";

/** Number of images in a response of the server. */
const PAGE_SIZE = 60;
/** Delay, in ms, from a change of the search text to the search. */
const SEARCH_DELAY_MS = 200;

export interface Library {
  images: readonly LibraryImage[];
  search: string;
  setSearch(search: string): void;
  /** True if there are more images than those shown. */
  hasMore: boolean;
  isLoading: boolean;
  error: string | null;
  loadMore(): void;
  /** Adds an image, such as a new upload, at the beginning. */
  put(image: LibraryImage): void;
  /** Replaces an image whose texts were changed. */
  replace(image: LibraryImage): void;
}

export function listImages(edition: string, search: string, before?: string): Promise<LibraryImage[]> {
  return call((api) => api[":edition"].images.$get({ param: { edition }, query: { search, before } }));
}

/** Reads an edition's library. @param initial the first images that match `firstSearch`, if they are known */
export function useLibrary(edition: string, firstSearch = "", initial?: readonly LibraryImage[]): Library {
  const [search, setSearch] = useState(firstSearch);
  const [images, setImages] = useState<readonly LibraryImage[]>(initial ?? []);
  const [hasMore, setHasMore] = useState(initial?.length === PAGE_SIZE);
  const [isLoading, setIsLoading] = useState(initial === undefined);
  const [error, setError] = useState<string | null>(null);
  /** Number of the most recent request. Responses to earlier requests are ignored. */
  const lastRequest = useRef(0);
  const isFresh = useRef(initial !== undefined);

  async function load(words: string, before?: string): Promise<void> {
    const request = ++lastRequest.current;
    setIsLoading(true);
    setError(null);
    try {
      const found = await listImages(edition, words, before);
      if (request !== lastRequest.current) return;
      setImages((shown) => (before === undefined ? found : [...shown, ...found]));
      setHasMore(found.length === PAGE_SIZE);
    } catch (fault) {
      if (request === lastRequest.current) setError(toMessage(fault));
    }
    if (request === lastRequest.current) setIsLoading(false);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is new with each render
  useEffect(() => {
    if (isFresh.current) {
      isFresh.current = false;
      return;
    }
    const timer = setTimeout(() => void load(search), search === "" ? 0 : SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [edition, search]);

  return {
    images,
    search,
    setSearch,
    hasMore,
    isLoading,
    error,
    loadMore: () => void load(search, images.at(-1)?.key),
    put: (image) => setImages((shown) => [image, ...shown.filter(({ key }) => key !== image.key)]),
    replace: (image) => setImages((shown) => shown.map((old) => (old.key === image.key ? image : old))),
  };
}
