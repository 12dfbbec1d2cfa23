import { account } from "./en/account.ts";
import { editor } from "./en/editor.ts";
import { images } from "./en/images.ts";
import { people } from "./en/people.ts";
import { preview } from "./en/preview.ts";
import { publish } from "./en/publish.ts";
import { saving } from "./en/saving.ts";
import { shell } from "./en/shell.ts";
import { stories } from "./en/stories.ts";
import { story } from "./en/story.ts";
import { versions } from "./en/versions.ts";

export const en = { shell, stories, story, editor, saving, versions, publish, preview, images, people, account };

/** Texts of the desk, by the folder whose components show them. */
export type DeskTexts = typeof en;
