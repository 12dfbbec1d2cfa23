import { useEffect, useRef } from "react";
import { Field } from "../ui/Field.tsx";

interface FirstAddressProps {
  label: string;
  hint: string;
  /** Fault of the address; null for none. */
  error: string | null;
  address: string;
  onChange(address: string): void;
}

/** The field of an address in which a dialog begins. */
export function FirstAddress({ label, hint, error, address, onChange }: FirstAddressProps) {
  const input = useRef<HTMLInputElement>(null);
  // After the dialog has opened, which focuses its first button.
  useEffect(() => input.current?.focus(), []);
  return (
    <Field label={label} hint={hint} {...(error !== null && { error })}>
      {(control) => (
        <input
          {...control}
          ref={input}
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          value={address}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
