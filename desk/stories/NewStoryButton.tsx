import { useNavigate } from "react-router";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Fault } from "../ui/Fault.tsx";
import { useSending } from "../ui/useSending.ts";
import css from "./NewStoryButton.module.css";

export function NewStoryButton() {
  const { id: edition } = useEdition();
  const navigate = useNavigate();
  const { send, isSending, error } = useSending();

  async function create(key: string) {
    const { id } = await call((api) => api[":edition"].stories.$post({ param: { edition }, json: { key } }));
    await navigate(`/story/${edition}/${id}`);
  }

  return (
    <div className={css.new}>
      <Button look="strong" disabled={isSending} onClick={() => void send(create)}>
        {getTexts().stories.newStory}
      </Button>
      <Fault text={error} />
    </div>
  );
}
