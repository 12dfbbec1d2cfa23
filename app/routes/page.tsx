import { useRouteLoaderData } from "react-router";
import { ErrorPage } from "../errors/ErrorPage.tsx";
import { PageScreen } from "../layout/PageScreen.tsx";
import type { loader as rootLoader } from "../root.tsx";
import type { Route } from "./+types/page";

export default function Page(props: Route.ComponentProps) {
  return <PageScreen {...props} />;
}

/** Catches a page's errors, so that the frame around the page stays and the radio continues to play. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const edition = useRouteLoaderData<typeof rootLoader>("root")?.edition;
  return <ErrorPage error={error} name={edition?.name} />;
}
