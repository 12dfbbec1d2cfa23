import type { MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";

interface StoryFieldsProps {
  edition: MyEdition;
  story: StoryView;
  content: CopyContent;
  onChange(fields: Partial<Omit<CopyContent, "body">>): void;
}

/** The fields beside the text. */
export function StoryFields(_props: StoryFieldsProps) {
  return null;
}
