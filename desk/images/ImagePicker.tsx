import type { LibraryImage, MyEdition } from "../../server/desk/api/apiTypes.ts";

interface ImagePickerProps {
  edition: MyEdition;
  onPick(image: LibraryImage): void;
  onClose(): void;
}

/** Shows the library, and takes new images by drop, paste, file or camera. */
export function ImagePicker(_props: ImagePickerProps) {
  return null;
}
