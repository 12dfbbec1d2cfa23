import { type RefObject, useEffect } from "react";
import { Field } from "../ui/Field.tsx";

interface FirstAddressProps {
  label: string;
  hint: string;
  /** Fault of the address; null for none. */
  error: string | null;
  address: string;
  onChange(address: string): void;
  /** Gets the field, to focus it again. */
  input: RefObject<HTMLInputElement | null>;
}

/** The field of an address in which a dialog begins. */
export function FirstAddress({ label, hint, error, address, onChange, input }: FirstAddressProps) {
  // After the dialog has opened, which focuses its first button.
  useEffect(() => input.current?.focus(), [input]);
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
