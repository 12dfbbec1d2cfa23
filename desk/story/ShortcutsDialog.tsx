import { SHORTCUTS } from "../editor/listShortcuts.ts";
import { getTexts } from "../texts/texts.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { KeyList } from "../ui/KeyList.tsx";
import css from "./ShortcutsDialog.module.css";
import { listScreenShortcuts } from "./useScreenShortcuts.ts";

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const texts = getTexts().story.shortcuts;
  const groups = [
    { title: texts.screen, shortcuts: listScreenShortcuts() },
    { title: texts.text, shortcuts: SHORTCUTS.map(({ keys, getLabel }) => ({ keys, label: getLabel() })) },
  ];
  return (
    <Dialog isText isWide title={texts.title} onClose={onClose}>
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className={css.shortcuts}>
          <h3>{title}</h3>
          <KeyList shortcuts={shortcuts} />
        </section>
      ))}
    </Dialog>
  );
}
