import button from "./Button.module.css";
import { Link } from "./Link.tsx";

/** Leads home from a page that has nothing else to read. */
export function HomeLink() {
  return (
    <Link className={button.strong} to="/">
      Return to Homepage
    </Link>
  );
}
