import type { SyntheticEvent } from "react";
import { type LinkProps, type NavLinkProps, Link as RouterLink, NavLink as RouterNavLink } from "react-router";

/** Whether the reader has asked the browser to save data (Client Hints, Save-Data); the server does not know. */
const savesData =
  typeof navigator !== "undefined" &&
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * What the router fetches ahead and cannot have, it answers by loading the page anew that stands there: the reader would lose
 * it. Without a connection nothing is fetched ahead.
 */
function stayHere(event: SyntheticEvent): void {
  if (!navigator.onLine) event.preventDefault();
}

const INTENT = { onMouseEnter: stayHere, onFocus: stayHere };

/**
 * The router's links, with the cross-fade from page to page (app/styles/transitions.css) where the browser has it. Nothing
 * is fetched ahead for readers who save data.
 */
export function Link(props: LinkProps) {
  return <RouterLink viewTransition {...INTENT} {...props} {...(savesData && { prefetch: "none" })} />;
}

export function NavLink(props: NavLinkProps) {
  return <RouterNavLink viewTransition {...INTENT} {...props} {...(savesData && { prefetch: "none" })} />;
}
