import { Outlet, useLocation } from "react-router";
import type { Route } from "../routes/+types/page";
import styles from "./SiteFrame.module.css";

/**
 * Renders a page and, below the page, its URL, which is visible only in print. Error pages have no URL, since one
 * cached not-found page serves all unknown URLs.
 */
export function PageScreen({ matches }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <>
      <Outlet />
      <p className={styles.address}>{matches[0].loaderData.siteUrl + pathname}</p>
    </>
  );
}
