import type { StoryView } from "../../../server/desk/api/apiTypes.ts";
import { getTexts } from "../../texts/texts.ts";
import css from "./fields.module.css";
import { getNextSlug } from "./nextSlug.ts";

/**
 * Shows the story's address. Before the first publication, the address follows the headline. After the first
 * publication, if a new headline would change the address, shows the old and the new address.
 */
export function AddressField({ story, title }: { story: StoryView; title: string }) {
  const texts = getTexts().story.fields;
  const next = getNextSlug(story, title);
  const path = decodeURI(new URL(story.url, location.href).pathname);
  const nextPath = path.slice(0, path.lastIndexOf("/") + 1) + (next ?? story.slug);
  const isPublic = story.publishedAt !== null;
  const hint = next === null ? texts.addressStays : texts.addressLeads;
  return (
    <div className={css.address}>
      <p className={css.label}>{texts.address}</p>
      {isPublic && next !== null ? (
        <dl>
          <dt>{texts.addressOld}</dt>
          <dd>{path}</dd>
          <dt>{texts.addressNew}</dt>
          <dd>{nextPath}</dd>
        </dl>
      ) : (
        <p>{nextPath}</p>
      )}
      <p className={css.hint}>{isPublic ? hint : texts.addressFollows}</p>
    </div>
  );
}
