import { useEffect, useState } from "react";
import { call } from "../../api.ts";

/** Returns the topics of an edition's stories, most used first. If the request fails, the list is empty. */
export function useTopics(edition: string): readonly string[] {
  const [topics, setTopics] = useState<readonly string[]>([]);
  useEffect(() => {
    let isShown = true;
    call((api) => api[":edition"].topics.$get({ param: { edition } })).then(
      (known) => isShown && setTopics(known),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [edition]);
  return topics;
}
