import { useEffect } from "react";

const INTERVAL_MS = 1000;

/** Reloads the page of a preview once the edition's files have changed since `version`. */
export function PreviewReload({ version }: { version: number }): null {
  useEffect(() => {
    const timer = setInterval(async () => {
      const response = await fetch("/preview/version").catch(() => null);
      if (response?.ok && Number(await response.text()) !== version) location.reload();
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [version]);
  return null;
}
