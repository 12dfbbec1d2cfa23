import { isRouteErrorResponse, useLocation } from "react-router";
import type { LatestNews } from "../../server/news/views.ts";
import { useTexts } from "../language/texts.ts";
import { LatestStories } from "../news/LatestStories.tsx";
import button from "../ui/Button.module.css";
import styles from "../ui/Message.module.css";
import { HomeLink } from "../ui/Message.tsx";
import { useIllustration } from "../ui/useIllustration.ts";

/** Replaces a page that does not exist or failed to load or render. */
export function ErrorPage({ error, name }: { error: unknown; name: string | undefined }) {
  if (!isRouteErrorResponse(error) || ![404, 410].includes(error.status)) return <ServerError name={name} />;
  const { latest, line } = (error.data as { latest?: LatestNews; line?: string | null } | undefined) ?? {};
  return <NotFound name={name} latest={latest} isTakenDown={error.status === 410 && !line} line={line} />;
}

interface NotFoundProps {
  name: string | undefined;
  latest: LatestNews | undefined;
  isTakenDown: boolean;
  /** Sentence for readers about a staff story that was withdrawn; null or undefined for none. */
  line: string | null | undefined;
}

/** The page for statuses 404 and 410 (specification, sections 2 and 8). */
function NotFound({ name, latest, isTakenDown, line }: NotFoundProps) {
  const { errors, textEdition } = useTexts();
  const illustrate = useIllustration();
  return (
    <>
      <section className={`${styles.message} ${styles.illustrated}`}>
        <title>{[errors.notFound, name].filter(Boolean).join(" | ")}</title>
        <meta name="description" content={errors.notFoundDescription} />
        <meta name="robots" content="noindex" />
        <img className={styles.skyline} src={illustrate("page-not-found", "dusk")} alt="" width={320} height={180} />
        <h1>{errors.notFound}</h1>
        <p>{errors.notFoundText}</p>
        {isTakenDown && <p>{errors.takenDown}</p>}
        {line && <p dir="auto">{line}</p>}
        <p className={styles.actions}>
          <HomeLink />
          {isTakenDown && (
            <a className={button.plain} href="/takedowns">
              {errors.seeTakenDown}
            </a>
          )}
          <a className={button.plain} href="/text">
            {textEdition}
          </a>
        </p>
      </section>
      {latest && <LatestStories latest={latest} />}
    </>
  );
}

/** The page for a server error. The error's details are in the log only. */
function ServerError({ name }: { name: string | undefined }) {
  const { errors, textEdition, tryAgain } = useTexts();
  const { pathname, search } = useLocation();
  const illustrate = useIllustration();
  return (
    <section className={`${styles.message} ${styles.illustrated}`}>
      <title>{[errors.failed, name].filter(Boolean).join(" | ")}</title>
      <meta name="description" content={errors.failedText} />
      <img
        className={styles.skyline}
        src={illustrate("something-went-wrong", "steel")}
        alt=""
        width={320}
        height={180}
      />
      <h1>{errors.failed}</h1>
      <p>{errors.failedText}</p>
      {/* Plain links instead of the router's, so that the browser requests the whole page. */}
      <p className={styles.actions}>
        <a className={button.strong} href={pathname + search}>
          {tryAgain}
        </a>
        <a className={button.plain} href="/">
          {errors.home}
        </a>
        <a className={button.plain} href="/text">
          {textEdition}
        </a>
      </p>
    </section>
  );
}
