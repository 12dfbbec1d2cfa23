import type { SyntheticEvent } from "react";
import { type LinkProps, type NavLinkProps, Link as RouterLink, NavLink as RouterNavLink } from "react-router";
import { isSavingData } from "./saveData.ts";

/** Prevents prefetches while offline. After a failed prefetch, the router would reload the page, but fail again. */
function preventOffline(event: SyntheticEvent): void {
  if (!navigator.onLine) event.preventDefault();
}

const DEFAULTS = {
  // Turns off route discovery, since the first page lists all routes (react-router.config.ts).
  discover: "none",
  prefetch: "intent",
  viewTransition: true,
  onMouseEnter: preventOffline,
  onFocus: preventOffline,
} as const;

/** The router's link, with a view transition (styles/transitions.css), and a prefetch unless the reader saves data. */
export function Link(props: LinkProps) {
  return <RouterLink {...withDefaults(props)} />;
}

export function NavLink(props: NavLinkProps) {
  return <RouterNavLink {...withDefaults(props)} />;
}

function withDefaults<Props extends LinkProps | NavLinkProps>(props: Props): Props {
  return { ...DEFAULTS, ...props, ...(isSavingData() && { prefetch: "none" }) };
}
