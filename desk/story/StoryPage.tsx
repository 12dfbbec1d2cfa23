import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { type EditorImage, StoryEditor, type StoryEditorHandle } from "../editor/StoryEditor.tsx";
import { getThumbnail, uploadImage } from "../images/uploadImage.ts";
import { SaveNotices, SaveStatus } from "../saving/SaveStatus.tsx";
import { type Saving, useSaving } from "../saving/useSaving.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { focusField } from "../ui/focusField.ts";
import { Headline } from "./Headline.tsx";
import { StoryBar } from "./StoryBar.tsx";
import { StoryDialogs } from "./StoryDialogs.tsx";
import css from "./StoryPage.module.css";
import type { OpenDialog, StoryContext, StoryPageProps } from "./storyContext.ts";
import { getPermissions, getStatus } from "./storyStatus.ts";
import { hasRoomBeside, useIsWide } from "./useIsWide.ts";
import { useKeyboardInset } from "./useKeyboardInset.ts";
import { useScreenShortcuts } from "./useScreenShortcuts.ts";

const loadBeside = async () => ({ default: (await import("./beside.lazy.tsx")).Component });
// Loads the fields early if they have room beside the text, so that their column is not empty at first.
const loading = hasRoomBeside() ? loadBeside() : null;
loading?.catch(() => {});
const Beside = lazy(() => loading ?? loadBeside());

export function StoryPage(props: StoryPageProps) {
  const { edition, story, onStory } = props;
  const editor = useRef<StoryEditorHandle>(null);
  // Last text of the editor, kept when the screen closes. It is saved after the editor is gone.
  const lastBody = useRef<string>(undefined);
  useLayoutEffect(
    () => () => {
      lastBody.current = editor.current?.getBody();
    },
    [],
  );
  const [dialog, openDialog] = useState<OpenDialog | null>(null);
  const [notices, setNotices] = useState<readonly string[]>([]);
  // Version of the story at the time of the most recent change on this screen; null before a change.
  const [changedVersion, setChangedVersion] = useState<number | null>(null);
  const isWide = useIsWide();
  useKeyboardInset();

  async function reload() {
    const param = { edition: edition.id, id: String(story.id) };
    const next = await call((api) => api[":edition"].stories[":id"].$get({ param })).catch(() => null);
    if (next) onStory(next);
  }

  const saving = useSaving({
    edition: edition.id,
    story,
    getBody: () => editor.current?.getBody() ?? lastBody.current ?? story.copy.content.body,
    applyMerged: (body) => editor.current?.applyMerged(body),
    onStateChange: () => void reload(),
  });
  const isChanged = story.isChanged || changedVersion === story.version;
  const permissions = getPermissions(story, edition, isChanged);
  const status = getStatus(story, isChanged);
  const { canEdit, canPublish, reason } = permissions;
  const { content, changeFields } = saving;
  const context: StoryContext = {
    ...props,
    saving: { ...saving, changeFields: change },
    status,
    permissions,
    openDialog,
    reload,
    insertImage: (image) => editor.current?.insertImage(toEditorImage(image)),
  };
  useScreenShortcuts(dialog === null, {
    save: () => void saving.flush().catch(() => {}),
    publish: () => openDialog(canPublish ? "publish" : permissions.canSubmit ? "submit" : null),
    preview: () => openDialog("preview"),
    versions: () => openDialog("versions"),
    details: () => focusField("details"),
    help: () => openDialog("shortcuts"),
  });

  function change(fields: Parameters<Saving["changeFields"]>[0]) {
    setChangedVersion(story.version);
    changeFields(fields);
  }

  /** Stores each file in a separate request, so that a file that is not an image does not stop other files. */
  async function addFiles(files: readonly File[]): Promise<EditorImage[]> {
    const results = await Promise.allSettled(files.map((file) => uploadImage(edition.id, file)));
    for (const [index, result] of results.entries())
      if (result.status === "rejected") {
        const why = result.reason instanceof Error ? result.reason.message : "";
        setNotices((shown) => [...shown, getTexts().story.images.failed(files[index]?.name ?? "", why)]);
      }
    return results.flatMap((result) => (result.status === "fulfilled" ? [toEditorImage(result.value)] : []));
  }

  const name = content.title || getTexts().story.untitled;
  const beside = (
    <Suspense fallback={null}>
      <Beside context={context} />
    </Suspense>
  );
  return (
    <>
      <title>{name}</title>
      <h1 className={css.heading}>{name}</h1>
      <StoryBar context={context}>
        <SaveStatus saving={saving} />
      </StoryBar>
      <SaveNotices saving={saving} />
      {reason && <p className={css.reason}>{reason}</p>}
      {story.state === "withdrawn" && story.withdrawnLine && (
        <p className={css.reason}>{getTexts().story.withdrawnLine(story.withdrawnLine)}</p>
      )}
      <div className={css.columns}>
        <div className={css.story} lang={content.language ?? edition.language}>
          <Headline
            title={content.title}
            deck={content.deck}
            isReadOnly={!canEdit}
            onChange={change}
            onLeave={() => editor.current?.focus()}
          />
          <StoryEditor
            ref={editor}
            body={saving.initial.body}
            language={content.language ?? edition.language}
            isReadOnly={!canEdit}
            onChange={() => {
              setChangedVersion(story.version);
              saving.changeText();
            }}
            onWantImage={() => openDialog("images")}
            onFiles={addFiles}
            onMissingImages={(count) => setNotices((shown) => [...shown, getTexts().story.images.missing(count)])}
            getThumbnail={(src) => getThumbnail(edition.id, src, 960)}
          />
        </div>
        {isWide && (
          <aside className={css.fields} aria-label={getTexts().story.fields.title}>
            {beside}
          </aside>
        )}
      </div>
      <Notices notices={notices} onDismiss={() => setNotices([])} />
      {!isWide && dialog === "details" && (
        <Dialog title={getTexts().story.fields.title} onClose={() => openDialog(null)}>
          {beside}
        </Dialog>
      )}
      <StoryDialogs context={context} dialog={dialog} />
    </>
  );
}

/** Converts a library image to an image in the editor, where caption and credit share one line. */
function toEditorImage({ url, alt, caption, credit }: LibraryImage): EditorImage {
  return { src: url, alt, caption: caption && credit ? `${caption} (${credit})` : caption || credit };
}

function Notices({ notices, onDismiss }: { notices: readonly string[]; onDismiss(): void }) {
  return (
    <div role="status" className={notices.length > 0 ? css.notices : undefined}>
      {notices.map((notice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices are only added
        <p key={index}>{notice}</p>
      ))}
      {notices.length > 0 && (
        <Button look="quiet" onClick={onDismiss}>
          {getTexts().story.actions.dismiss}
        </Button>
      )}
    </div>
  );
}
