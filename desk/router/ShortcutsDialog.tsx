import { useState } from "react";
import { hasSingleKeys, setSingleKeys } from "../device/deviceSettings.ts";
import { getTexts } from "../texts/texts.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { KeyList } from "../ui/KeyList.tsx";
import css from "./ShortcutsDialog.module.css";

/** Lists the keys that work on every screen. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const texts = getTexts().shell;
  const [isOn, setIsOn] = useState(hasSingleKeys);
  return (
    <Dialog title={texts.shortcuts} onClose={onClose}>
      <KeyList shortcuts={texts.keys.map(({ key, does }) => ({ keys: key, label: does }))} />
      <label className={css.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setIsOn(target.checked);
            setSingleKeys(target.checked);
          }}
        />
        {texts.singleKeys}
      </label>
    </Dialog>
  );
}
