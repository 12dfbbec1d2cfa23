import button from "./Button.module.css";
import { Link } from "./Link.tsx";

/** Leads on from what is no page to stay on. */
export function WayHome() {
  return (
    <Link className={button.strong} to="/" prefetch="intent">
      Return to Homepage
    </Link>
  );
}
