import { useState } from "react";
import { getTexts } from "../../texts/texts.ts";
import type { FieldName } from "../../ui/focusField.ts";
import { TextField } from "../../ui/TextField.tsx";

interface AddressInputProps {
  name: FieldName;
  label: string;
  hint?: string;
  /** Address of a page on the web; undefined for none. */
  address: string | undefined;
  onChange(address: string | undefined): void;
}

/** Field for an address on the web. Shows a fault only after the field has lost the focus. */
export function AddressInput({ name, label, hint, address, onChange }: AddressInputProps) {
  const [isLeft, setIsLeft] = useState(true);
  const isBad = isLeft && address !== undefined && !isAddress(address);
  return (
    <TextField
      label={label}
      name={name}
      hint={hint}
      error={isBad ? getTexts().story.fields.badAddress : null}
      type="url"
      maxLength={2000}
      value={address ?? ""}
      onFocus={() => setIsLeft(false)}
      onBlur={() => setIsLeft(true)}
      onChange={(value) => onChange(value.trim() || undefined)}
    />
  );
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}
