import { NavLink } from "../ui/Link.tsx";
import { RADIO_PATH } from "../ui/siteLinks.ts";
import styles from "./RadioLink.module.css";
import { isLive } from "./statusText.ts";
import { useRadioIfAny, useRadioState } from "./useRadio.tsx";

interface RadioLinkProps {
  label: string;
  onClick?: () => void;
}

/** The link to the radio in navigation, with a dot that is filled only while the station is known to be live. */
export function RadioLink(props: RadioLinkProps) {
  // Some error pages have no radio.
  return useRadioIfAny() ? <KnownRadioLink {...props} /> : <Labeled {...props} isOnAir={false} />;
}

function KnownRadioLink(props: RadioLinkProps) {
  return <Labeled {...props} isOnAir={useRadioState(({ now }) => isLive(now))} />;
}

function Labeled({ label, isOnAir, ...props }: RadioLinkProps & { isOnAir: boolean }) {
  return (
    <NavLink to={RADIO_PATH} className={styles.radio} data-live={isOnAir || undefined} {...props}>
      {label}
    </NavLink>
  );
}
