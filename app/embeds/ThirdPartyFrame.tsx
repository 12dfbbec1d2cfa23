import { useEffect, useState } from "react";
import styles from "./ThirdParty.module.css";

const TIMEOUT_MS = 10_000;

/** The provider's page may run and open windows, but not navigate ours. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads";

/** A provider's page in a frame, or a message that it did not load. */
export function ThirdPartyFrame({ title, url }: { title: string; url: string }) {
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const { host } = new URL(url);

  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => setState("failed"), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    <>
      <div className={styles.message} hidden={state === "loaded"}>
        <p role="status">
          {state === "loading" && `Loading from ${host}…`}
          {state === "failed" && `This could not be loaded: ${host} did not answer in 10 seconds.`}
        </p>
        {state === "failed" && (
          <p className={styles.actions}>
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
          sandbox={SANDBOX}
          allow="fullscreen"
          onLoad={() => setState("loaded")}
        />
      )}
    </>
  );
}
