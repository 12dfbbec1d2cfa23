import { Link, useSearchParams } from "react-router";
import type { StoryList } from "../../server/desk/api/apiTypes.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./ListNavigation.module.css";
import { LISTS } from "./lists.ts";

/** Links to the lists. They keep the filters. */
export function ListNavigation({ current }: { current: StoryList }) {
  const { id, capabilities } = useEdition();
  const [search] = useSearchParams();
  const texts = getTexts().stories;
  const shown = LISTS.filter((list) => list !== "review" || capabilities.includes("review"));
  return (
    <nav className={css.lists} aria-label={texts.listsLabel}>
      <ul>
        {shown.map((list) => (
          <li key={list}>
            <Link
              to={{ pathname: `/stories/${id}/${list}`, search: search.toString() }}
              aria-current={list === current ? "page" : undefined}
              // Scrolls to the current list, which may be beyond the edge of a phone.
              ref={list === current ? showLink : undefined}
            >
              {texts.lists[list]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function showLink(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
