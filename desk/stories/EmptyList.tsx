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

/** Explains the purpose of an empty list. Links to the list that its stories come from, or offers a new story. */
export function EmptyList({ list, isFiltered }: EmptyListProps) {
  const { id } = useEdition();
  const texts = getTexts().stories;
  const source = isFiltered ? list : FILLED_FROM[list];
  return (
    <div className={css.empty}>
      <p>{isFiltered ? texts.noMatch : texts.empty[list]}</p>
      {source ? (
        <p>
          <Link to={`/stories/${id}/${source}`} className={css.action}>
            {isFiltered ? texts.clear : texts.see[source]}
          </Link>
        </p>
      ) : (
        <NewStoryButton />
      )}
    </div>
  );
}
