import { useEffect } from "react";
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from "react-router";
import { RequestError } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import css from "./ErrorScreen.module.css";

/**
 * Shows why a screen failed to load, and what to do. Without a session, opens the sign-in page, which leads back to the
 * screen.
 */
export function ErrorScreen() {
  const error = useRouteError();
  const texts = getTexts().shell.errors;
  const { state, revalidate } = useRevalidator();
  const status = getStatus(error);
  useEffect(() => {
    if (status === 401) window.location.assign(getSignInAddress());
  }, [status]);
  if (status === 401) return null;
  const { title, text } = explain(error, status);
  return (
    <div className={css.error} role="alert">
      <title>{`${title} · ${getTexts().shell.desk}`}</title>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      <p className={css.actions}>
        {status === 404 || status === 403 ? (
          <>
            <Link to="/stories">{texts.toStories}</Link>
            {/* A person who signed in by a link may first have to add a passkey on the account screen. */}
            {status === 403 && <Link to="/account">{getTexts().shell.account}</Link>}
          </>
        ) : (
          <Button
            look="strong"
            disabled={state === "loading"}
            onClick={() => (status === undefined ? window.location.reload() : void revalidate())}
          >
            {status === undefined ? texts.reload : texts.tryAgain}
          </Button>
        )}
      </p>
    </div>
  );
}

/** Shows an error without `Shell`, which needs the person's data. */
export function ErrorPage() {
  return (
    <main className={css.page}>
      <ErrorScreen />
    </main>
  );
}

/** Returns the address of the sign-in page, which leads back to the current screen. */
function getSignInAddress(): string {
  const { pathname, search } = window.location;
  return `/sign-in?to=${encodeURIComponent(pathname + search)}`;
}

/** Returns the HTTP status; 0 if the desk can't be reached; undefined for a fault of the application. */
function getStatus(error: unknown): number | undefined {
  return error instanceof RequestError || isRouteErrorResponse(error) ? error.status : undefined;
}

function explain(error: unknown, status: number | undefined): { title: string; text: string } {
  const { errors } = getTexts().shell;
  if (status === 404) return errors.notFound;
  if (status === 0) return errors.offline;
  // Recognizes a script or style that failed to load, for example because an update has replaced it.
  if (error instanceof Error && /import|module|preload/i.test(error.message))
    return navigator.onLine ? errors.outdated : errors.offline;
  const text = error instanceof RequestError ? error.message : errors.failed.text;
  return { title: status === 403 ? errors.refused : errors.failed.title, text };
}
