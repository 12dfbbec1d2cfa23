import { isRouteErrorResponse } from "react-router";
import { NotFound } from "./NotFound.tsx";
import type { NotFoundData } from "./notFound.ts";
import { Failure } from "./ServerError.tsx";

/** What stands in place of a page that does not exist, or could not be made. */
export function ErrorPage({ error, name }: { error: unknown; name: string | undefined }) {
  const isNotFound = isRouteErrorResponse(error) && [404, 410].includes(error.status);
  if (!isNotFound) return <Failure name={name} />;
  return <NotFound name={name} latest={(error.data as NotFoundData)?.latest ?? []} />;
}
