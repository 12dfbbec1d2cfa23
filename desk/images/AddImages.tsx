import { type DragEvent, useEffect, useRef, useState } from "react";
import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import css from "./AddImages.module.css";
import { IMAGE_TYPES } from "./uploadImage.ts";
import { type Upload, type Uploads, useUploads } from "./useUploads.ts";

/** Adds images from a file button, the camera, a drop or a paste. Shows the progress and the failures of uploads. */
export function AddImages({ onAdded }: { onAdded(image: LibraryImage): void }) {
  const texts = getTexts().images;
  const [lastAdded, setLastAdded] = useState("");
  const uploads = useUploads(useEdition().id, (image) => {
    setLastAdded(texts.added(image.name));
    onAdded(image);
  });
  const { isOver, ...drop } = useDrop(uploads.add);
  usePaste(uploads.add);
  return (
    <div className={`${css.add} ${isOver ? css.over : ""}`} {...drop}>
      <div className={css.ways}>
        <FileButton label={texts.add} isMultiple onFiles={uploads.add} />
        <span className={css.camera}>
          <FileButton label={texts.takePhoto} capture onFiles={uploads.add} />
        </span>
        <p className={css.hint}>{isOver ? texts.dropNow : texts.dropHint}</p>
      </div>
      <UploadList {...uploads} />
      <p className={css.done} role="status">
        {lastAdded}
      </p>
    </div>
  );
}

interface FileButtonProps {
  label: string;
  isMultiple?: boolean;
  /** True to open the camera of a phone. */
  capture?: boolean;
  onFiles(files: Iterable<File>): void;
}

function FileButton({ label, isMultiple = false, capture = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={capture ? "plain" : "strong"} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={capture ? "image/jpeg" : IMAGE_TYPES}
        multiple={isMultiple}
        capture={capture ? "environment" : undefined}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Clears the field, so that the same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}

function UploadList({ uploads, retry, dismiss }: Uploads) {
  const texts = getTexts().images;
  return (
    <ul className={css.uploads} aria-live="polite">
      {uploads.map((upload) => (
        <li key={upload.id}>
          {upload.error === null ? (
            <UnderWay {...upload} />
          ) : (
            <>
              <span className={css.refused}>{upload.error}</span>
              <Button look="quiet" onClick={() => retry(upload)}>
                {texts.tryAgain}
              </Button>
              <Button look="quiet" onClick={() => dismiss(upload)}>
                {texts.dismiss}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function UnderWay({ file, share }: Upload) {
  const texts = getTexts().images;
  const text = share === 1 ? texts.checking(file.name) : texts.uploading(file.name, Math.round(share * 100));
  return (
    <label className={css.progress}>
      <span aria-live="off">{text}</span>
      <progress value={share} />
    </label>
  );
}

/** Returns handlers for files that are dragged over an element and dropped on it. */
function useDrop(onFiles: (files: Iterable<File>) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
}

/** Accepts files pasted outside of text fields. Keeps the browser from opening files dropped beside the drop area. */
function usePaste(onFiles: (files: Iterable<File>) => void): void {
  const handler = useRef(onFiles);
  handler.current = onFiles;
  useEffect(() => {
    function onPaste({ clipboardData, target }: ClipboardEvent): void {
      const isTyping = target instanceof HTMLElement && target.matches("input, textarea, [contenteditable]");
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0 && !isTyping) handler.current(files);
    }
    const ignore = (event: Event) => event.preventDefault();
    document.addEventListener("paste", onPaste);
    for (const type of ["dragover", "drop"]) document.addEventListener(type, ignore);
    return () => {
      document.removeEventListener("paste", onPaste);
      for (const type of ["dragover", "drop"]) document.removeEventListener(type, ignore);
    };
  }, []);
}
