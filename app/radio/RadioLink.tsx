import type { NavLinkProps } from "react-router";
import { NavLink } from "../ui/Link.tsx";
import { RADIO_PATH } from "../ui/siteLinks.ts";
import styles from "./RadioLink.module.css";
import { isLive } from "./statusText.ts";
import { useRadioIfAny, useRadioState } from "./useRadio.tsx";

/** The link to the radio in navigation, with a dot that is filled only while the station is known to be live. */
export function RadioLink(props: Omit<NavLinkProps, "to">) {
  // Some error pages have no radio.
  const Shown = useRadioIfAny() ? KnownRadioLink : NavLink;
  return <Shown to={RADIO_PATH} className={styles.radio} {...props} />;
}

function KnownRadioLink(props: NavLinkProps) {
  return <NavLink data-live={useRadioState(({ now }) => isLive(now)) || undefined} {...props} />;
}
