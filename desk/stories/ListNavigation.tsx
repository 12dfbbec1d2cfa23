import { Link, useSearchParams } from "react-router";
import type { StoryList } from "../../server/desk/api/apiTypes.ts";
import type { Capability } from "../../server/people/capabilities.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import css from "../ui/Tabs.module.css";
import { LISTS } from "./lists.ts";

interface ListNavigationProps {
  current: StoryList;
  /** Number of stories that wait for review. */
  toReview: number;
}

/** Links to the lists of stories. The links keep the current filters. */
export function ListNavigation({ current, toReview }: ListNavigationProps) {
  const { id, capabilities } = useEdition();
  const [search] = useSearchParams();
  const texts = getTexts().stories;
  const needed: Partial<Record<StoryList, Capability>> = { all: "publish", review: "review" };
  const shown = LISTS.filter((list) => !needed[list] || capabilities.includes(needed[list]));
  return (
    <nav className={css.tabs} aria-label={texts.listsLabel}>
      <ul>
        {shown.map((list) => (
          <li key={list}>
            <Link
              to={{ pathname: `/stories/${id}/${list}`, search: search.toString() }}
              aria-current={list === current ? "page" : undefined}
              // Scrolls to the link of the current list, which may be outside the screen of a phone.
              ref={list === current ? showLink : undefined}
            >
              {texts.lists[list]}
              {list === "review" && toReview > 0 && ` (${toReview})`}
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
