import { Outlet, useLocation, useNavigation, useRouteLoaderData } from "react-router";
import { DonationPanel } from "../donation/DonationPanel.tsx";
import { DonationDoor, useDonationPanel } from "../donation/useDonationPanel.ts";
import { SiteFrame } from "../layout/SiteFrame.tsx";
import { PageSkeleton } from "../news/PageSkeleton.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { SearchDialog } from "../search/SearchDialog.tsx";
import { SearchDoor, useSearchDialog } from "../search/useSearchDialog.ts";
import { useFocusOnNavigation } from "../ui/useFocusOnNavigation.ts";
import { useSlowNavigation } from "../ui/useSlowNavigation.ts";

export default function Site() {
  const data = useRouteLoaderData<typeof rootLoader>("root");
  const { location } = useNavigation();
  const isSlow = useSlowNavigation();
  useFocusOnNavigation();
  const donation = data?.edition.donation;
  const { isShown, open, close } = useDonationPanel(Boolean(donation));
  const { open: openSearch, ...searchDialog } = useSearchDialog();
  const isSupportPage = useLocation().pathname === "/support";
  if (!data) return <Outlet />;
  const ahead = data.edition.sections.find(({ href }) => href === location?.pathname);
  const isText = data.edition.links.pages.some(({ href }) => href === location?.pathname);
  const panel = donation && <DonationPanel donation={donation} isShown={isShown && !isSupportPage} onClose={close} />;
  return (
    <DonationDoor value={donation ? open : null}>
      <SearchDoor value={openSearch}>
        <SiteFrame edition={data.edition} panel={panel}>
          {isSlow && location ? (
            <PageSkeleton pathname={location.pathname} title={ahead?.name} isText={isText} />
          ) : (
            <Outlet />
          )}
        </SiteFrame>
        <SearchDialog {...searchDialog} name={data.edition.name} />
      </SearchDoor>
    </DonationDoor>
  );
}
