import { data } from "react-router";

export function loader(): never {
  throw data(null, { status: 404 });
}

/** Never rendered: the loader sends every reader to the not-found page. */
export default function NotFoundRoute() {
  return null;
}
