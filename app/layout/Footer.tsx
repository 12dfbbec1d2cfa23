import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { useTexts } from "../language/texts.ts";
import { SignUpForm } from "../newsletter/SignUpForm.tsx";
import { Link, NavLink } from "../ui/Link.tsx";
import { changeSetting, SETTINGS, useSetting } from "../ui/readerSettings.ts";
import { getUtilityLinks } from "../ui/siteLinks.ts";
import styles from "./Footer.module.css";
import { Nameplate } from "./Nameplate.tsx";
import themeStyles from "./ThemeChoice.module.css";

/** The sections, the site's other pages, the edition's links to other sites, and the choice of colors. */
export function Footer({ edition }: { edition: PublicEdition }) {
  const { frame, textEdition } = useTexts();
  const { pages, social, siblings, reference } = edition.links;
  const utilityLinks = getUtilityLinks(edition).filter(({ href }) => !pages.some((page) => page.href === href));
  return (
    <footer className={styles.footer} data-unprinted="">
      <div className={styles.inner} data-night="">
        <div className={styles.top}>
          <Link to="/" aria-label={frame.homePage(edition.name)}>
            <Nameplate edition={edition} />
          </Link>
          <p>{edition.tagline}</p>
          {edition.signUp && <SignUpForm place="footer" label={edition.signUp.title} text={edition.signUp.text} />}
        </div>
        <LinkList
          className={styles.sections}
          title={frame.sections}
          label={frame.footerSections}
          links={edition.sections.map(({ name, href }) => ({ label: name, href }))}
        />
        <LinkList className={styles.pages} title={edition.name} links={[...pages, ...utilityLinks]} />
        <LinkList title={frame.followUs} links={social} />
        <LinkList title={frame.neighborhood} links={[...siblings, ...reference]} />
        <div className={styles.bottom}>
          <p>{edition.copyright}</p>
          <a href="/text">{textEdition}</a>
          <ThemeChoice />
        </div>
      </div>
    </footer>
  );
}

interface LinkListProps {
  className?: string | undefined;
  title: string;
  /** Name for screen readers, if the title is not unique on the page. */
  label?: string;
  links: readonly { label: string; href: string }[];
}

function LinkList({ className, title, label = title, links }: LinkListProps) {
  if (links.length === 0) return null;
  return (
    <nav className={className} aria-label={label}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            {href.startsWith("/") ? (
              <NavLink to={href}>{label}</NavLink>
            ) : (
              <a href={href} rel="noopener">
                {label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Radio buttons for light colors, dark colors, or the device's setting, which always applies without JavaScript. */
function ThemeChoice() {
  const labels = useTexts().theme;
  const theme = useSetting("theme");
  if (!theme) return null;
  return (
    <fieldset className={themeStyles.choice}>
      <legend>{labels.colors}</legend>
      {SETTINGS.theme.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            value={name}
            checked={theme === name}
            onChange={() => changeSetting("theme", name)}
          />
          <span>{labels[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}
