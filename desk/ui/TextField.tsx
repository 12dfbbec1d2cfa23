import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./Field.tsx";

type InputProps = Omit<ComponentProps<"input">, keyof FieldProps | "onChange">;

interface TextFieldProps extends InputProps, Omit<FieldProps, "children"> {
  value: string;
  /** Number of lines at first, for a text that may have several. */
  rows?: number;
  onChange?: (value: string) => void;
}

/** A field for a text. */
export function TextField({ label, name, hint, error, rows, onChange, ...rest }: TextFieldProps) {
  const { value, maxLength } = rest;
  return (
    <Field label={label} name={name} hint={hint} error={error}>
      {(control) =>
        rows === undefined ? (
          <input {...control} {...rest} onChange={({ target }) => onChange?.(target.value)} />
        ) : (
          <textarea
            {...control}
            rows={rows}
            maxLength={maxLength}
            value={value}
            onChange={({ target }) => onChange?.(target.value)}
          />
        )
      }
    </Field>
  );
}
