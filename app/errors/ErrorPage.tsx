import { isRouteErrorResponse, useLocation } from "react-router";
import type { LatestNews } from "../../server/news/views.ts";
import { LatestStories } from "../news/LatestStories.tsx";
import button from "../ui/Button.module.css";
import styles from "../ui/Message.module.css";
import { useIllustration } from "../ui/useIllustration.ts";
import { HomeLink } from "../ui/Message.tsx";

/** Replaces a page that does not exist or failed to load or render. */
export function ErrorPage({ error, name }: { error: unknown; name: string | undefined }) {
  if (!isRouteErrorResponse(error) || ![404, 410].includes(error.status)) return <ServerError name={name} />;
  const { latest } = (error.data as { latest?: LatestNews } | undefined) ?? {};
  return <NotFound name={name} latest={latest} isTakenDown={error.status === 410} />;
}

interface NotFoundProps {
  name: string | undefined;
  latest: LatestNews | undefined;
  isTakenDown: boolean;
}

/** The page for statuses 404 and 410 (specification, sections 2 and 8). */
function NotFound({ name, latest, isTakenDown }: NotFoundProps) {
  return (
    <>
      <section className={`${styles.message} ${styles.illustrated}`}>
        <title>{["Page Not Found", name].filter(Boolean).join(" | ")}</title>
        <meta name="description" content="There is no story or page at this address." />
        <meta name="robots" content="noindex" />
        <img className={styles.skyline} src={useIllustration()("page-not-found", "dusk")} alt="" width={320} height={180} />
        <h1>Page Not Found</h1>
        <p>The article or page you are looking for may have been moved, archived, or does not exist.</p>
        {isTakenDown && <p>This story was taken down.</p>}
        <p className={styles.actions}>
          <HomeLink />
          {isTakenDown && (
            <a className={button.plain} href="/takedowns">
              See what else was taken down
            </a>
          )}
          <a className={button.plain} href="/text">
            Text edition
          </a>
        </p>
      </section>
      {latest && <LatestStories latest={latest} />}
    </>
  );
}

/** The page for a server error. The error's details are in the log only. */
function ServerError({ name }: { name: string | undefined }) {
  const { pathname, search } = useLocation();
  const illustrate = useIllustration();
  return (
    <section className={`${styles.message} ${styles.illustrated}`}>
      <title>{["Something went wrong", name].filter(Boolean).join(" | ")}</title>
      <meta name="description" content="This page didn’t load." />
      <img className={styles.skyline} src={illustrate("something-went-wrong", "steel")} alt="" width={320} height={180} />
      <h1>Something went wrong</h1>
      <p>
        This page didn’t load. Check your connection and try again. If that doesn’t help, wait a minute: the problem may
        be on our end.
      </p>
      {/* Plain links instead of the router's, so that the browser requests the whole page. */}
      <p className={styles.actions}>
        <a className={button.strong} href={pathname + search}>
          Try again
        </a>
        <a className={button.plain} href="/">
          Return to Homepage
        </a>
        <a className={button.plain} href="/text">
          Text edition
        </a>
      </p>
    </section>
  );
}
