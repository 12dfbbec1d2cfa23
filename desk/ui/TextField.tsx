import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./Field.tsx";

type ControlProps<Tag extends "input" | "textarea"> = Omit<ComponentProps<Tag>, keyof FieldProps | "onChange" | "rows">;

type TextFieldProps = Omit<FieldProps, "children"> & {
  value: string;
  onChange?: (value: string) => void;
} & (
    | (ControlProps<"input"> & { rows?: undefined })
    | (ControlProps<"textarea"> & {
        /** Number of lines at first, for a text that may have several. */
        rows: number;
      })
  );

/** A field for a text. */
export function TextField({ label, name, hint, error, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} name={name} hint={hint} error={error}>
      {(control) =>
        rest.rows === undefined ? (
          <input {...control} {...rest} onChange={({ target }) => onChange?.(target.value)} />
        ) : (
          <textarea {...control} {...rest} onChange={({ target }) => onChange?.(target.value)} />
        )
      }
    </Field>
  );
}
