import { useState } from "react";
import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useSending } from "../ui/useSending.ts";

type Details = Pick<LibraryImage, "alt" | "isDecorative" | "caption" | "credit" | "focus">;

/** The library's texts of an image, with a person's unsaved changes. */
export interface ImageDetailsDraft {
  image: LibraryImage;
  details: Details;
  change(changes: Partial<Details>): void;
  isChanged: boolean;
  isSaving: boolean;
  error: string | null;
  /** Saves the changes, and calls `onSaved` with the saved image. After a failure, `error` has the reason. */
  save(onSaved: (image: LibraryImage) => void): Promise<void>;
}

export function useImageDetails(edition: string, image: LibraryImage): ImageDetailsDraft {
  const { alt, isDecorative, caption, credit, focus } = image;
  const [changes, setChanges] = useState<Partial<Details>>({});
  const { send, isSending, error } = useSending();
  const isChanged = Object.entries(changes).some(([name, value]) => image[name as keyof Details] !== value);
  const details = { alt, isDecorative, caption, credit, focus, ...changes };
  return {
    image,
    details,
    change: (more) => setChanges((before) => ({ ...before, ...more })),
    isChanged,
    isSaving: isSending,
    error,
    save: (onSaved) => send(async () => onSaved(isChanged ? await saveDetails(edition, image.key, details) : image)),
  };
}

/** Saves an image's texts in the library. @throws {RequestError} */
export function saveDetails(edition: string, key: string, json: Details): Promise<LibraryImage> {
  return call((api) => api[":edition"].images[":key"].$put({ param: { edition, key }, json }));
}
