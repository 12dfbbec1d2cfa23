import { getTexts } from "../texts/texts.ts";
import { Dialog } from "../ui/Dialog.tsx";
import css from "./ShortcutsDialog.module.css";
import { listScreenShortcuts } from "./useScreenShortcuts.ts";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const texts = getTexts().story.shortcuts;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Shortcuts title={texts.screen} shortcuts={listScreenShortcuts()} />
    </Dialog>
  );
}

interface ShortcutsProps {
  title: string;
  /** Keys such as "Mod-Shift-7". */
  shortcuts: readonly { keys: string; label: string }[];
}

function Shortcuts({ title, shortcuts }: ShortcutsProps) {
  return (
    <section className={css.shortcuts}>
      <h3>{title}</h3>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              <kbd>{formatKeys(keys)}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Writes keys as the person's keyboard shows them: "Ctrl+Shift+7", "⇧⌘7". */
function formatKeys(keys: string): string {
  const names: Record<string, string> = isMac ? { Mod: "⌘", Alt: "⌥", Shift: "⇧", Enter: "⏎" } : { Mod: "Ctrl" };
  return keys
    .split("-")
    .map((part) => names[part] ?? part)
    .join(isMac ? "" : "+");
}
