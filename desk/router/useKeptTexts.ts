import { useEffect } from "react";
import { useMe } from "../me/useEdition.ts";

/** When the desk opens, sends what a closed page could not. The story that is open does that itself, and shows it. */
export function useKeptTexts(): void {
  const { id } = useMe();
  useEffect(() => {
    // Without the parts, the texts stay on the device.
    send(id).catch(() => {});
  }, [id]);
}

async function send(person: number | string): Promise<void> {
  const { sendKept } = await import("../saving/sendKept.lazy.ts");
  await sendKept(person, (story) => window.location.pathname === `/story${story.slice(story.indexOf("/"))}`);
}
