import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Fault } from "../ui/Fault.tsx";
import css from "./NewStoryButton.module.css";

/** Button that creates a story and opens it. */
export function NewStoryButton() {
  const { id: edition } = useEdition();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState("");
  // Retries use the same key, so that a request without a response does not lead to a second story.
  const key = useRef(crypto.randomUUID());

  async function create() {
    setIsBusy(true);
    setFault("");
    try {
      const json = { key: key.current };
      const { id } = await call((api) => api[":edition"].stories.$post({ param: { edition }, json }));
      await navigate(`/story/${edition}/${id}`);
    } catch (error) {
      setFault((error as Error).message);
      setIsBusy(false);
    }
  }

  return (
    <div className={css.new}>
      <Button look="strong" disabled={isBusy} onClick={() => void create()}>
        {getTexts().stories.newStory}
      </Button>
      <Fault text={fault} />
    </div>
  );
}
