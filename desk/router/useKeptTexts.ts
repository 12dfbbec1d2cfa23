import { useEffect } from "react";
import { useMe } from "../me/useEdition.ts";

/**
 * Sends the texts that closed pages could not send. Runs when the desk opens. Skips the story that is open then, since
 * the story's own screen sends its texts.
 */
export function useKeptTexts(): void {
  const { id } = useMe();
  useEffect(() => {
    const isOpen = (edition: string, story: string) => window.location.pathname === `/story/${edition}/${story}`;
    // If the script can't be loaded, the texts stay on the device.
    import("../saving/sendKept.lazy.ts").then(({ sendKept }) => sendKept(id, isOpen)).catch(() => {});
  }, [id]);
}
