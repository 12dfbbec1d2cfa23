import { Outlet, useLocation } from "react-router";
import type { Route } from "../routes/+types/page";
import styles from "./SiteFrame.module.css";

/**
 * Renders a page and, below it, its URL, which only printed pages show. Error pages show no URL, since all missing
 * pages share one cached response.
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
