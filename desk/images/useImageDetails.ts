import { useState } from "react";
import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";

type Details = Pick<LibraryImage, "alt" | "isDecorative" | "caption" | "credit" | "focus">;

/** The library's texts of an image, with a person's unsaved changes. */
export interface ImageDetailsDraft {
  image: LibraryImage;
  details: Details;
  change(changes: Partial<Details>): void;
  isChanged: boolean;
  isSaving: boolean;
  error: string | null;
  /** Saves the changes. Resolves to null if that failed, with the reason in `error`. */
  save(): Promise<LibraryImage | null>;
}

export function useImageDetails(edition: string, image: LibraryImage): ImageDetailsDraft {
  const { alt, isDecorative, caption, credit, focus } = image;
  const [changes, setChanges] = useState<Partial<Details>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isChanged = Object.entries(changes).some(([name, value]) => image[name as keyof Details] !== value);
  const details = { alt, isDecorative, caption, credit, focus, ...changes };
  return {
    image,
    details,
    change: (more) => setChanges((before) => ({ ...before, ...more })),
    isChanged,
    isSaving,
    error,
    async save() {
      if (!isChanged) return image;
      setIsSaving(true);
      setError(null);
      try {
        return await saveDetails(edition, image.key, details);
      } catch (fault) {
        setError((fault as Error).message);
        return null;
      } finally {
        setIsSaving(false);
      }
    },
  };
}

/** Saves the library's texts of an image. @throws {RequestError} */
export function saveDetails(edition: string, key: string, json: Details): Promise<LibraryImage> {
  return call((api) => api[":edition"].images[":key"].$put({ param: { edition, key }, json }));
}
