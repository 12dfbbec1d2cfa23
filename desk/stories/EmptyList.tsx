import { Link } from "react-router";
import type { StoryList } from "../../server/desk/api/apiTypes.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./EmptyList.module.css";
import { FILLED_FROM } from "./lists.ts";
import { NewStoryButton } from "./NewStoryButton.tsx";

interface EmptyListProps {
  list: StoryList;
  isFiltered: boolean;
}

/**
 * Explains the purpose of an empty list. Offers a link to the list from which stories come here, or the button for a
 * new story.
 */
export function EmptyList({ list, isFiltered }: EmptyListProps) {
  const { id } = useEdition();
  const texts = getTexts().stories;
  const source = FILLED_FROM[list];
  if (isFiltered)
    return (
      <div className={css.empty}>
        <p>{texts.noMatch}</p>
        <p>
          <Link to={`/stories/${id}/${list}`} className={css.action}>
            {texts.clear}
          </Link>
        </p>
      </div>
    );
  return (
    <div className={css.empty}>
      <p>{texts.empty[list]}</p>
      {source ? (
        <p>
          <Link to={`/stories/${id}/${source}`} className={css.action}>
            {texts.see[source]}
          </Link>
        </p>
      ) : (
        <NewStoryButton />
      )}
    </div>
  );
}
