import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { ShownAlert } from "../../server/alerts/alerts.ts";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { AlertBar } from "../alerts/AlertBar.tsx";
import { StorageError } from "../device/StorageError.tsx";
import { useTexts } from "../language/texts.ts";
import { SIGN_UP_ID } from "../newsletter/SignUpForm.tsx";
import { OfflineNotice } from "../offline/OfflineNotice.tsx";
import { ServiceWorker } from "../offline/ServiceWorker.ts";
import { RadioBar } from "../radio/RadioBar.tsx";
import { RadioLink } from "../radio/RadioLink.tsx";
import { HydrateLater } from "../router/HydrateLater.tsx";
import { SearchLink } from "../search/SearchDialog.tsx";
import { User } from "../ui/icons.tsx";
import { Link, NavLink } from "../ui/Link.tsx";
import { useSavingData } from "../ui/saveData.ts";
import { getUtilityLinks } from "../ui/siteLinks.ts";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";
import dateBar from "./DateBar.module.css";
import { Footer } from "./Footer.tsx";
import masthead from "./Masthead.module.css";
import { Menu, MenuButton } from "./Menu.tsx";
import { Emblem, Nameplate } from "./Nameplate.tsx";
import { SectionBar } from "./SectionBar.tsx";
import styles from "./SiteFrame.module.css";
import textEdition from "./TextEditionLink.module.css";

interface SiteFrameProps {
  edition: PublicEdition;
  alerts: readonly ShownAlert[];
  /** A panel over the page; screen readers reach it after the content. */
  panel?: ReactNode;
  children: ReactNode;
}

/** The frame around every page: header, menu, footer and radio bar. */
export function SiteFrame({ edition, alerts, panel, children }: SiteFrameProps) {
  const { frame } = useTexts();
  return (
    <>
      <a className={styles.skip} data-unprinted="" href={`#${CONTENT_ID}`}>
        {frame.skip}
      </a>
      <OfflineNotice />
      <AlertBar alerts={alerts} />
      <header>
        <TextEditionLink edition={edition} />
        <DateBar edition={edition} />
        <Masthead edition={edition} />
      </header>
      <SectionBar edition={edition} />
      <HydrateLater>
        <Menu edition={edition} />
      </HydrateLater>
      <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {panel}
      <HydrateLater>
        <Footer edition={edition} />
      </HydrateLater>
      <RadioBar />
      <StorageError />
      <ServiceWorker />
    </>
  );
}

/** Offers the text edition to readers whose browser saves data. */
function TextEditionLink({ edition }: { edition: PublicEdition }) {
  const { frame } = useTexts();
  const { pathname } = useLocation();
  if (!useSavingData()) return null;
  const hasText = pathname.startsWith("/article/") || edition.sections.some(({ href }) => href === pathname);
  return (
    <p className={textEdition.offer} data-unprinted="">
      <a href={hasText ? `/text${pathname}` : "/text"}>{frame.readTextEdition}</a>
    </p>
  );
}

/** The thin bar above the nameplate: date, edition and, except on phones, the utility links. */
function DateBar({ edition }: { edition: PublicEdition }) {
  const { dateline, short, edition: line } = edition.dateBar;
  return (
    <div className={dateBar.bar} data-unprinted="">
      <div className={dateBar.inner}>
        <span className={short && dateBar.long}>{dateline}</span>
        {short && <span className={dateBar.short}>{short}</span>}
        <span className={dateBar.edition}>
          <Emblem emblem={edition.emblem} isSingle />
          {line}
        </span>
        <span className={dateBar.links}>
          {getUtilityLinks(edition).map(({ label, href, isRadio }) =>
            isRadio ? (
              <RadioLink key={href}>{label}</RadioLink>
            ) : (
              <NavLink key={href} to={href}>
                {label}
              </NavLink>
            ),
          )}
        </span>
      </div>
    </div>
  );
}

/** The nameplate, emblem, and links to search, the reader's page and the newsletter. Below 1024 px, also the menu. */
function Masthead({ edition }: { edition: PublicEdition }) {
  const { frame } = useTexts();
  return (
    <div className={masthead.masthead}>
      <div className={masthead.inner}>
        <div className={masthead.left} data-unprinted="">
          <span className={masthead.menu}>
            <MenuButton />
          </span>
          <SearchLink />
        </div>
        <Link className={masthead.home} to="/" aria-label={frame.homePage(edition.name)}>
          <Nameplate edition={edition} />
        </Link>
        <div className={masthead.tools} data-unprinted="">
          <Link className={masthead.account} to="/saved" aria-label={frame.myPage(edition.nameplate.second)}>
            <User size={20} />
          </Link>
          {edition.signUp && (
            <Link className={masthead.subscribe} to={`/#${SIGN_UP_ID}`} prefetch="none">
              {frame.subscribe}
            </Link>
          )}
        </div>
        <div className={masthead.emblem} data-unprinted="">
          <Emblem emblem={edition.emblem} />
        </div>
      </div>
    </div>
  );
}
