import { useEffect, useState } from "react";
import { call } from "../../api.ts";

/** Returns the topics of an edition's stories, most used first. Without an answer, there is none to choose from. */
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
