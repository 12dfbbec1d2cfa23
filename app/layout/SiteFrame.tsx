import type { ReactNode } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { StorageError } from "../device/StorageError.tsx";
import { OfflineNotice } from "../offline/OfflineNotice.tsx";
import { useServiceWorker } from "../offline/useServiceWorker.ts";
import { RadioBar } from "../radio/RadioBar.tsx";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { Menu } from "./Menu.tsx";
import { SectionBar } from "./SectionBar.tsx";
import styles from "./SiteFrame.module.css";

interface SiteFrameProps {
  edition: PublicEdition;
  /** A panel over the page; screen readers reach it after the content. */
  panel?: ReactNode;
  children: ReactNode;
}

/** The frame around every page: header, menu, footer and radio bar. */
export function SiteFrame({ edition, panel, children }: SiteFrameProps) {
  useServiceWorker();
  return (
    <>
      <a className={styles.skip} href={`#${CONTENT_ID}`}>
        Skip to the news
      </a>
      <OfflineNotice />
      <Header edition={edition} />
      <SectionBar edition={edition} />
      <Menu edition={edition} />
      <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {panel}
      <Footer edition={edition} />
      <RadioBar />
      <StorageError />
    </>
  );
}
