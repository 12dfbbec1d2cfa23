import { useRef, useState } from "react";
import { getTexts } from "../texts/texts.ts";
import { Button } from "./Button.tsx";
import css from "./CopyField.module.css";
import { TextField } from "./TextField.tsx";

/** An address to pass on, with a button that copies it. */
export function CopyField({ label, hint, address }: { label: string; hint: string; address: string }) {
  const texts = getTexts().shell;
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);

  async function copy() {
    // If the browser does not allow copying, the person can still copy the selected text by hand.
    input.current?.select();
    await navigator.clipboard.writeText(address).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  }

  return (
    <>
      <TextField
        label={label}
        hint={hint}
        className={css.address}
        ref={input}
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void copy()}>{texts.copy}</Button>
      <span role="status" className={css.copied}>
        {isCopied && texts.copied}
      </span>
    </>
  );
}
