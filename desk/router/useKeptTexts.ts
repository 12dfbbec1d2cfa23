import { useEffect } from "react";
import { useMe } from "../me/useEdition.ts";

/**
 * When the desk opens, sends texts that a closed page could not send. The screen of an open story sends its own texts.
 */
export function useKeptTexts(): void {
  const { id } = useMe();
  useEffect(() => {
    const isOpen = (edition: string, story: string) => window.location.pathname === `/story/${edition}/${story}`;
    // If the script can't be loaded, the texts stay on the device.
    import("../saving/sendKept.lazy.ts").then(({ sendKept }) => sendKept(id, isOpen)).catch(() => {});
  }, [id]);
}
