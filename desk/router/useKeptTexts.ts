import { useEffect } from "react";
import { useMe } from "../me/useEdition.ts";

/** When the desk opens, sends the texts that closed pages could not send. A story's screen sends that story's texts. */
export function useKeptTexts(): void {
  const { id } = useMe();
  useEffect(() => {
    const isOpen = (edition: string, story: string) => window.location.pathname === `/story/${edition}/${story}`;
    // If the script can't be loaded, the texts stay on the device.
    import("../saving/sendKept.lazy.ts").then(({ sendKept }) => sendKept(id, isOpen)).catch(() => {});
  }, [id]);
}
