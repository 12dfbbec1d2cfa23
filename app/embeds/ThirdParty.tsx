import { useEffect, useState } from "react";
import { useTexts } from "../language/texts.ts";
import type { LoadableThirdParty, ThirdPartyProps } from "./LoadableThirdParty.lazy.tsx";
import { Placeholder } from "./Placeholder.tsx";
import styles from "./ThirdParty.module.css";

/** A provider's page, which loads after the reader agrees. Shows only a link until `LoadableThirdParty` has loaded. */
export function ThirdParty(props: ThirdPartyProps) {
  const { thirdParty } = useTexts();
  const { provider, width, height } = props;
  const Loadable = useLoadable();
  if (Loadable) return <Loadable {...props} />;
  return (
    <div data-unprinted="">
      <Placeholder width={width} height={height}>
        <div className={styles.message}>
          <p>{thirdParty.notice(provider.name)}</p>
          <a className={styles.action} href={provider.url} rel="noopener">
            {thirdParty.openAt(new URL(provider.url).host)}
          </a>
        </div>
      </Placeholder>
      <p className={styles.footer} />
    </div>
  );
}

/** Returns the component once it has loaded, otherwise null. */
function useLoadable(): typeof LoadableThirdParty | null {
  const [Loadable, setLoadable] = useState<typeof LoadableThirdParty | null>(null);
  useEffect(() => {
    import("./LoadableThirdParty.lazy.tsx")
      .then(({ LoadableThirdParty }) => setLoadable(() => LoadableThirdParty))
      // After a failure, the link stays.
      .catch(() => {});
  }, []);
  return Loadable;
}
