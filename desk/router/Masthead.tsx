import { Link, useLocation, useNavigate } from "react-router";
import { useEdition, useMe } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./Masthead.module.css";
import { PersonMenu } from "./PersonMenu.tsx";

/** Shows the desk's name, the edition, the navigation and the person's menu. */
export function Masthead() {
  const edition = useEdition();
  const texts = getTexts().shell;
  const screens = [
    { name: "stories", isShown: true },
    { name: "images", isShown: true },
    { name: "people", isShown: edition.capabilities.includes("manage people") },
  ] as const;
  const [, first = ""] = useLocation().pathname.split("/");
  // Marks "Stories" as current on the screen of a story, too.
  const current = first === "story" ? "stories" : first;
  return (
    <header className={css.masthead}>
      <div className={css.inner}>
        <p className={css.plate}>
          <Link to={`/stories/${edition.id}`} className={css.desk}>
            {texts.desk}
          </Link>
          <EditionSwitch />
        </p>
        <nav className={css.nav} aria-label={texts.navigation}>
          {screens.map(
            ({ name, isShown }) =>
              isShown && (
                <Link key={name} to={`/${name}/${edition.id}`} aria-current={name === current ? "page" : undefined}>
                  {texts[name]}
                </Link>
              ),
          )}
        </nav>
        <PersonMenu />
      </div>
    </header>
  );
}

/** Shows the edition's name, or a choice of editions for people with roles in several. */
function EditionSwitch() {
  const { editions } = useMe();
  const edition = useEdition();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (editions.length === 1) return <span className={css.edition}>{edition.name}</span>;
  const [, screen = ""] = pathname.split("/");
  const target = ["images", "people"].includes(screen) ? screen : "stories";
  return (
    <select
      className={css.edition}
      aria-label={getTexts().shell.edition}
      value={edition.id}
      onChange={(event) => void navigate(`/${target}/${event.target.value}`)}
    >
      {editions.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
