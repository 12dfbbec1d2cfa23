import { type ReactNode, useState } from "react";
import type { MyEdition, PreviewAnswer, PreviewTexts, StoryView } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Fault } from "../ui/Fault.tsx";
import { useLoading } from "../ui/useLoading.ts";
import { CardPreview, MailPreview } from "./OtherPreviews.tsx";
import { PagePreview } from "./PagePreview.tsx";
import { PreviewLink } from "./PreviewLink.tsx";
import css from "./preview.module.css";

interface PreviewDialogProps {
  edition: MyEdition;
  story: StoryView;
  flush(): Promise<number>;
  onClose(): void;
}

const VIEWS = ["page", "mail", "card", "link"] as const;
type View = (typeof VIEWS)[number];

interface Shown {
  page: PreviewAnswer;
  texts: PreviewTexts;
}

/** Lifetime, in hours, of the preview that this dialog creates to show the story as a page. */
const OWN_HOURS = 1;

/** Previews the unsaved text as a page, as mail and as a shared card, and creates a link to pass on. */
export function PreviewDialog({ edition, story, flush, onClose }: PreviewDialogProps) {
  const [view, setView] = useState<View>("page");
  const { loaded, fault, load } = useLoading(() => readPreview(edition, story, flush));
  const texts = getTexts().preview;
  return (
    <Dialog title={texts.title} onClose={onClose} isWide>
      <nav className={`${css.tabs} ${css.views}`} aria-label={texts.title}>
        {VIEWS.map((name) => (
          <button key={name} type="button" aria-current={view === name} onClick={() => setView(name)}>
            {texts.views[name]}
          </button>
        ))}
      </nav>
      {!loaded && !fault && <p role="status">{texts.loading}</p>}
      <Fault text={fault} />
      {fault && <Button onClick={() => void load()}>{texts.tryAgain}</Button>}
      {loaded && renderView(view, loaded, edition, story)}
    </Dialog>
  );
}

function renderView(view: View, { page, texts }: Shown, edition: MyEdition, story: StoryView): ReactNode {
  const base = `/api/${edition.id}/stories/${story.id}/preview`;
  switch (view) {
    case "page":
      return <PagePreview url={`${page.url}?framed`} />;
    case "mail":
      return <MailPreview base={base} mail={texts.mail} />;
    case "card":
      return <CardPreview base={base} card={texts.card} />;
    default:
      return <PreviewLink storyId={story.id} />;
  }
}

async function readPreview({ id }: MyEdition, story: StoryView, flush: () => Promise<number>): Promise<Shown> {
  await flush();
  const param = { edition: id, id: String(story.id) };
  const [page, texts] = await Promise.all([
    call((api) => api[":edition"].stories[":id"].preview.$post({ param, json: { hours: OWN_HOURS } })),
    call((api) => api[":edition"].stories[":id"].preview.texts.$get({ param })),
  ]);
  return { page, texts };
}
