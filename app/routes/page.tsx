import { Outlet, useRouteLoaderData } from "react-router";
import { ErrorPage } from "../errors/ErrorPage.tsx";
import type { loader as rootLoader } from "../root.tsx";
import type { Route } from "./+types/page";

/** Around every page within the site's frame: where one fails, the frame and its radio stay as they are. */
export default function Page() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof rootLoader>("root");
  return <ErrorPage error={error} name={data?.edition.name} />;
}
