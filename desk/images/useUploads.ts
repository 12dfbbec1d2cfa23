import { useRef, useState } from "react";
import { toMessage } from "../../core/toMessage.ts";
import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { uploadImage } from "./uploadImage.ts";

/** A file that is being sent to the library. */
export interface Upload {
  id: number;
  file: File;
  /** Share of the file that was sent, from 0 to 1. */
  share: number;
  /** Reason why the file was not added; null while it is being sent. */
  error: string | null;
}

export interface Uploads {
  uploads: readonly Upload[];
  add(files: Iterable<File>): void;
  retry(upload: Upload): void;
  dismiss(upload: Upload): void;
}

/** Sends files to the library, one after the other. Rejected files stay in the list with the reason. */
export function useUploads(edition: string, onAdded: (image: LibraryImage) => void): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const lastId = useRef(0);

  const change = (id: number, values: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)));
  const remove = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id));

  function start(id: number, file: File): void {
    queue.current = queue.current.then(async () => {
      try {
        onAdded(await uploadImage(edition, file, (share) => change(id, { share })));
        remove(id);
      } catch (error) {
        change(id, { error: toMessage(error) });
      }
    });
  }

  return {
    uploads,
    add(files) {
      const added = [...files].map((file) => ({ id: ++lastId.current, file, share: 0, error: null }));
      setUploads((all) => [...all, ...added]);
      for (const { id, file } of added) start(id, file);
    },
    retry({ id, file }) {
      change(id, { share: 0, error: null });
      start(id, file);
    },
    dismiss: ({ id }) => remove(id),
  };
}
