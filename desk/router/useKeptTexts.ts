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
  const { listKeptStories } = await import("../saving/keptStories.lazy.ts");
  const stories = await listKeptStories(person);
  const isOpen = (story: string) => window.location.pathname === `/story${story.slice(story.indexOf("/"))}`;
  const others = stories.filter((story) => !isOpen(story));
  if (others.length > 0) await (await import("../saving/sendKept.lazy.ts")).sendKept(others);
}
