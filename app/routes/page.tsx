import { Outlet, useRouteLoaderData } from "react-router";
import { ErrorPage } from "../errors/ErrorPage.tsx";
import type { loader as rootLoader } from "../root.tsx";
import type { Route } from "./+types/page";

/** Catches a page's errors, so that the frame around the page and the radio stay. */
export default function Page() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const edition = useRouteLoaderData<typeof rootLoader>("root")?.edition;
  return <ErrorPage error={error} name={edition?.name} />;
}
