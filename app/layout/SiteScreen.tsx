import { useEffect, useState } from "react";
import { Outlet, useLocation, useNavigation } from "react-router";
import { DonationPanel } from "../donation/DonationPanel.tsx";
import { OpenDonationProvider, useDonationPanel } from "../donation/useDonationPanel.ts";
import type { PageSkeleton } from "../news/PageSkeleton.lazy.tsx";
import type { Route } from "../routes/+types/site";
import { SearchProvider } from "../search/SearchDialog.tsx";
import { useFocusOnNavigation } from "../ui/useFocusOnNavigation.ts";
import { SiteFrame } from "./SiteFrame.tsx";

/** Delay, in ms, before a slow page's skeleton appears. Without it, the skeleton would flash before a fast page. */
const SKELETON_DELAY_MS = 150;

/** The frame of every page, with the search dialog and the donation panel. Shows a skeleton while a page is slow. */
export function SiteScreen({ matches }: Route.ComponentProps) {
  const { edition, alerts } = matches[0].loaderData;
  const { sections, links, donation } = edition;
  const { location: next } = useNavigation();
  const Skeleton = useSlowNavigation();
  useFocusOnNavigation();
  const { pathname } = useLocation();
  // The donation panel would cover the desk's previews, and only the newsroom sees the previews.
  const isPreview = pathname.startsWith("/preview/");
  const { isShown, open, close } = useDonationPanel(Boolean(donation) && !isPreview);
  const isSupportPage = pathname === "/support";
  const panel = donation && <DonationPanel donation={donation} isShown={isShown && !isSupportPage} onClose={close} />;
  return (
    <OpenDonationProvider value={donation ? open : null}>
      <SearchProvider name={edition.name}>
        <SiteFrame edition={edition} alerts={alerts} panel={panel}>
          {Skeleton && next ? (
            <Skeleton
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

/** Returns the skeleton while a page loads slowly, else null. The skeleton's code loads at the first navigation. */
function useSlowNavigation(): typeof PageSkeleton | null {
  const { state, location, formMethod } = useNavigation();
  const [Skeleton, setSkeleton] = useState<typeof PageSkeleton | null>(null);
  // After a form is sent, its page stays until the response: a skeleton would discard what the reader types meanwhile.
  const key = state === "loading" && formMethod !== "POST" ? location.key : null;
  useEffect(() => {
    if (key === null) return setSkeleton(null);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const delay = new Promise((resolve) => {
      timer = setTimeout(resolve, SKELETON_DELAY_MS);
    });
    let hasEnded = false;
    void Promise.all([import("../news/PageSkeleton.lazy.tsx"), delay])
      .then(([{ PageSkeleton }]) => !hasEnded && setSkeleton(() => PageSkeleton))
      // If the skeleton does not load, the current page stays until the next page has loaded.
      .catch(() => {});
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }, [key]);
  return key === null ? null : Skeleton;
}
