import { useEffect, useState } from "react";
import { hostOf } from "./providers.ts";
import styles from "./ThirdParty.module.css";

/** How long a provider may take before the reader is told that nothing came. */
const PATIENCE_MS = 10_000;

/** What a page of somebody else's may do in ours: work, and open new windows; never lead this one away. */
const MAY =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads";

/** A provider's page, or word of its not having come. */
export function ThirdPartyFrame({ title, url }: { title: string; url: string }) {
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const host = hostOf(url);

  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => setState("failed"), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    <>
      <div className={styles.place} hidden={state === "loaded"}>
        <p role="status">
          {state === "loading" && `Loading from ${host}…`}
          {state === "failed" && `This could not be loaded: ${host} did not answer in 10 seconds.`}
        </p>
        {state === "failed" && (
          <p className={styles.ways}>
            <a className={styles.action} href={url} rel="noopener">
              Open it at {host}
            </a>
            <button type="button" className={styles.action} onClick={() => setState("loading")}>
              Try again
            </button>
          </p>
        )}
      </div>
      {state !== "failed" && (
        <iframe
          className={styles.frame}
          src={url}
          title={title}
          sandbox={MAY}
          allow="fullscreen"
          onLoad={() => setState("loaded")}
        />
      )}
    </>
  );
}
