import type { DeskTexts } from "./en.ts";
import { account } from "./es/account.ts";
import { editor } from "./es/editor.ts";
import { images } from "./es/images.ts";
import { people } from "./es/people.ts";
import { preview } from "./es/preview.ts";
import { publish } from "./es/publish.ts";
import { saving } from "./es/saving.ts";
import { shell } from "./es/shell.ts";
import { stories } from "./es/stories.ts";
import { story } from "./es/story.ts";
import { versions } from "./es/versions.ts";

export const es: DeskTexts = {
  shell,
  stories,
  story,
  editor,
  saving,
  versions,
  publish,
  preview,
  images,
  people,
  account,
};
