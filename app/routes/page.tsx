import { Outlet, useLocation, useRouteLoaderData } from "react-router";
import { ErrorPage } from "../errors/ErrorPage.tsx";
import styles from "../layout/SiteFrame.module.css";
import type { loader as rootLoader } from "../root.tsx";
import type { Route } from "./+types/page";

/**
 * Catches a page's errors, so that the frame around the page and the radio stay. Adds the page's URL, which only printed
 * pages show. An error page has no URL, since all missing pages share one cached response.
 */
export default function Page({ matches }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <>
      <Outlet />
      <p className={styles.address}>{matches[0].loaderData.siteUrl + pathname}</p>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const edition = useRouteLoaderData<typeof rootLoader>("root")?.edition;
  return <ErrorPage error={error} name={edition?.name} />;
}
