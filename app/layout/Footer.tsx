import type { PublicEdition } from "../../server/editions/public.ts";
import { SignUpForm } from "../newsletter/SignUpForm.tsx";
import { Link, NavLink } from "../ui/Link.tsx";
import { screensOf } from "../ui/screens.ts";
import styles from "./Footer.module.css";
import { Nameplate } from "./Nameplate.tsx";
import { ThemeChoice } from "./ThemeChoice.tsx";

/** All sections, the site's other pages, the places outside that the edition names, and the colors. */
export function Footer({ edition }: { edition: PublicEdition }) {
  const { social, siblings, reference } = edition.links;
  const listed = edition.links.pages;
  const pages = [...listed, ...screensOf(edition).filter(({ href }) => !listed.some((page) => page.href === href))];
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.top}>
          <Link className={styles.home} to="/" prefetch="intent">
            <Nameplate edition={edition} />
          </Link>
          <p className={styles.tagline}>{edition.tagline}</p>
          {edition.signUp && (
            <div className={styles.signUp}>
              <SignUpForm place="footer" label={edition.signUp.title} />
            </div>
          )}
        </div>
        <nav className={styles.sections} aria-label="Sections, in the footer">
          <h2>Sections</h2>
          <ul>
            {edition.sections.map(({ slug, href, name }) => (
              <li key={slug}>
                <NavLink to={href} prefetch="intent">
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {pages.length > 0 && (
          <nav className={styles.pages} aria-label={edition.name}>
            <h2>{edition.name}</h2>
            <ul>
              {pages.map(({ label, href }) => (
                <li key={href}>
                  <NavLink to={href} prefetch="intent">
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <OutsideLinks title="Follow us" links={social} />
        <OutsideLinks title="In the neighborhood" links={[...siblings, ...reference]} />
        <div className={styles.bottom}>
          <p>{edition.copyright}</p>
          <a className={styles.text} href="/text">
            Text edition
          </a>
          <ThemeChoice />
        </div>
      </div>
    </footer>
  );
}

function OutsideLinks({ title, links }: { title: string; links: PublicEdition["links"]["social"] }) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href} rel="noopener">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
