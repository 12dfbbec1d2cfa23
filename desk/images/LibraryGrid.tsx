import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Fault } from "../ui/Fault.tsx";
import { TextField } from "../ui/TextField.tsx";
import { AddImages } from "./AddImages.tsx";
import css from "./LibraryGrid.module.css";
import { getThumbnail } from "./uploadImage.ts";
import type { Library } from "./useLibrary.ts";

interface LibraryGridProps {
  library: Library;
  onOpen(image: LibraryImage): void;
  onAdded?(image: LibraryImage): void;
  /** True to focus the search field when a dialog with the library opens. Has no effect on phones. */
  isSearchFirst?: boolean;
}

/** The library: a search, thumbnails, and ways to add images. */
export function LibraryGrid({ library, onOpen, onAdded, isSearchFirst = false }: LibraryGridProps) {
  const texts = getTexts().images;
  const { images, search, setSearch, hasMore, isLoading, error } = library;
  return (
    <div>
      <AddImages
        onAdded={(image) => {
          library.put(image);
          onAdded?.(image);
        }}
      />
      <search className={css.search}>
        <TextField
          label={texts.search}
          hint={texts.searchHint}
          ref={isSearchFirst ? focusFirst : undefined}
          type="search"
          value={search}
          onChange={setSearch}
        />
      </search>
      <Fault text={error} />
      <p className={css.state} role="status">
        {toState(library)}
      </p>
      {search !== "" && images.length === 0 && !isLoading && (
        <Button onClick={() => setSearch("")}>{texts.showAll}</Button>
      )}
      <ul className={css.grid}>
        {images.map((image) => (
          <li key={image.key}>
            <Thumbnail image={image} onOpen={() => onOpen(image)} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button className={css.more} disabled={isLoading} onClick={library.loadMore}>
          {texts.more}
        </Button>
      )}
    </div>
  );
}

/** Makes a dialog focus the element when it opens, except on phones, where the keyboard would open. */
function focusFirst(element: HTMLElement | null): void {
  if (!matchMedia("(pointer: coarse)").matches) element?.setAttribute("autofocus", "");
}

function toState({ images, search, isLoading, hasMore, error }: Library): string {
  const texts = getTexts().images;
  if (isLoading && images.length === 0) return texts.loading;
  if (images.length > 0) return `${texts.count(images.length)}${hasMore ? "+" : ""}`;
  if (error !== null) return "";
  return search === "" ? texts.empty : texts.nothingFound(search);
}

function Thumbnail({ image, onOpen }: { image: LibraryImage; onOpen(): void }) {
  const texts = getTexts().images;
  const { name, alt, isDecorative, caption, credit, url } = image;
  return (
    <button type="button" className={css.image} onClick={onOpen}>
      <img src={getThumbnail(useEdition().id, url, 320)} alt={alt} loading="lazy" decoding="async" />
      <span className={css.name}>{name}</span>
      {(credit || caption) && <span className={css.text}>{credit || caption}</span>}
      {alt === "" && (
        <span className={isDecorative ? css.decorative : css.missing}>
          {isDecorative ? texts.decorativeMark : texts.noAlt}
        </span>
      )}
    </button>
  );
}
