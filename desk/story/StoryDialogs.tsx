import { lazy, type ReactNode, Suspense } from "react";
import { useNavigate } from "react-router";
import type { StoryView } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { ImagePicker } from "../images/ImagePicker.tsx";
import { getTexts } from "../texts/texts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";
import type { OpenDialog, StoryContext } from "./storyContext.ts";

const loadDialogs = () => import("./dialogs.lazy.tsx");
const PreviewDialog = lazy(async () => ({ default: (await loadDialogs()).PreviewDialog }));
const PublishDialog = lazy(async () => ({ default: (await loadDialogs()).PublishDialog }));
const VersionsDialog = lazy(async () => ({ default: (await loadDialogs()).VersionsDialog }));
const WithdrawDialog = lazy(async () => ({ default: (await loadDialogs()).WithdrawDialog }));

export function StoryDialogs({ context, dialog }: { context: StoryContext; dialog: OpenDialog | null }) {
  return <Suspense fallback={null}>{dialog !== null && renderDialog(dialog, context)}</Suspense>;
}

function renderDialog(dialog: OpenDialog, context: StoryContext): ReactNode {
  const { edition, story, saving, openDialog, onNewCopy, insertImage } = context;
  const close = () => openDialog(null);
  const flush = () => saving.flush();
  const publishing = { edition, story, flush, onDone: () => void context.reload(), onClose: close };
  switch (dialog) {
    case "preview":
      return <PreviewDialog edition={edition} story={story} flush={flush} onClose={close} />;
    case "versions":
      return <VersionsDialog edition={edition.id} story={story} flush={flush} onRestored={onNewCopy} onClose={close} />;
    case "publish":
      return <PublishDialog {...publishing} />;
    case "withdraw":
      return <WithdrawDialog {...publishing} />;
    case "images":
      return (
        <ImagePicker
          onPick={(image) => {
            close();
            insertImage(image);
          }}
          onClose={close}
        />
      );
    case "shortcuts":
      return <ShortcutsDialog onClose={close} />;
    case "details":
      return null;
    default:
      return <ReviewDialog kind={dialog} context={context} onClose={close} />;
  }
}

interface ReviewDialogProps {
  kind: "submit" | "return" | "discard" | "delete";
  context: StoryContext;
  onClose(): void;
}

function ReviewDialog({ kind, context, onClose }: ReviewDialogProps) {
  const { edition, story, saving, onStory, onNewCopy } = context;
  const navigate = useNavigate();
  const param = { edition: edition.id, id: String(story.id) };

  async function send(note: string, key: string): Promise<void> {
    if (kind === "delete") {
      await call((api) => api[":edition"].stories[":id"].$delete({ param }));
      await navigate(`/stories/${edition.id}`);
      return;
    }
    // Saves the last changes before the request, so that a submission includes them. If the person discards the working
    // copy, the history of the story still contains them.
    await saving.flush();
    if (kind === "discard") {
      onNewCopy(await call((api) => api[":edition"].stories[":id"].copy.discard.$post({ param, json: { key } })));
      return;
    }
    const json = { key, note };
    const answer: StoryView = await call((api) =>
      kind === "submit"
        ? api[":edition"].stories[":id"].submit.$post({ param, json })
        : api[":edition"].stories[":id"].return.$post({ param, json }),
    );
    onStory(answer);
  }

  return <ConfirmDialog {...getTexts().story[kind]} onConfirm={send} onClose={onClose} />;
}
