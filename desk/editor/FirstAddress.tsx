import { type RefObject, useEffect } from "react";
import { TextField } from "../ui/TextField.tsx";

interface FirstAddressProps {
  label: string;
  hint: string;
  /** Fault of the address, as a sentence; null for none. */
  error: string | null;
  address: string;
  onChange(address: string): void;
  /** Receives the field, so that the dialog can focus it again. */
  input: RefObject<HTMLInputElement | null>;
}

/** Field for an address, as the first field of a dialog. */
export function FirstAddress({ label, hint, error, address, onChange, input }: FirstAddressProps) {
  // Runs after the dialog has opened and focused its first button.
  useEffect(() => input.current?.focus(), [input]);
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      ref={input}
      inputMode="url"
      autoCapitalize="off"
      spellCheck={false}
      value={address}
      onChange={onChange}
    />
  );
}
