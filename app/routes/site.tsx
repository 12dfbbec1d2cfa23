import { useEffect, useState } from "react";
import { Outlet, useLocation, useNavigation } from "react-router";
import { DonationPanel } from "../donation/DonationPanel.tsx";
import { OpenDonationProvider, useDonationPanel } from "../donation/useDonationPanel.ts";
import { SiteFrame } from "../layout/SiteFrame.tsx";
import { PageSkeleton } from "../news/PageSkeleton.tsx";
import { SearchProvider } from "../search/SearchDialog.tsx";
import { useFocusOnNavigation } from "../ui/useFocusOnNavigation.ts";
import type { Route } from "./+types/site";

/** Delay before the skeleton of a slow page is shown. Before a faster page, the skeleton would only flash. */
const SKELETON_DELAY_MS = 150;

/** The frame of every page, with the search dialog and the donation panel. Shows a skeleton while a page is slow. */
export default function Site({ matches }: Route.ComponentProps) {
  const { edition, siteUrl } = matches[0].loaderData;
  const { sections, links, donation } = edition;
  const { location: next } = useNavigation();
  const isSlow = useSlowNavigation();
  useFocusOnNavigation();
  const { isShown, open, close } = useDonationPanel(Boolean(donation));
  const isSupportPage = useLocation().pathname === "/support";
  const panel = donation && <DonationPanel donation={donation} isShown={isShown && !isSupportPage} onClose={close} />;
  return (
    <OpenDonationProvider value={donation ? open : null}>
      <SearchProvider name={edition.name}>
        <SiteFrame edition={edition} siteUrl={siteUrl} panel={panel}>
          {isSlow && next ? (
            <PageSkeleton
              pathname={next.pathname}
              title={sections.find(({ href }) => href === next.pathname)?.name}
              isText={links.pages.some(({ href }) => href === next.pathname)}
            />
          ) : (
            <Outlet />
          )}
        </SiteFrame>
      </SearchProvider>
    </OpenDonationProvider>
  );
}

function useSlowNavigation(): boolean {
  const { state, location } = useNavigation();
  const [isSlow, setSlow] = useState(false);
  const key = state === "loading" ? location.key : null;
  useEffect(() => {
    if (key === null) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return isSlow && key !== null;
}
