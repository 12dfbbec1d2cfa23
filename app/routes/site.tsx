import { Outlet, useNavigation, useRouteLoaderData } from "react-router";
import { SiteFrame } from "../layout/SiteFrame.tsx";
import { useFocusOnNavigation } from "../layout/useFocusOnNavigation.ts";
import { useSlowNavigation } from "../layout/useSlowNavigation.ts";
import { PageSkeleton } from "../news/PageSkeleton.tsx";
import type { loader as rootLoader } from "../root.tsx";

export default function Site() {
  const data = useRouteLoaderData<typeof rootLoader>("root");
  const { location } = useNavigation();
  const isSlow = useSlowNavigation();
  useFocusOnNavigation();
  if (!data) return <Outlet />;
  const ahead = data.edition.sections.find(({ href }) => href === location?.pathname);
  const isText = data.edition.links.pages.some(({ href }) => href === location?.pathname);
  return (
    <SiteFrame edition={data.edition}>
      {isSlow && location ? (
        <PageSkeleton pathname={location.pathname} title={ahead?.name} isText={isText} />
      ) : (
        <Outlet />
      )}
    </SiteFrame>
  );
}
