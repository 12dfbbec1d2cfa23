import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./Field.tsx";

type ControlProps<Tag extends "input" | "textarea"> = Omit<ComponentProps<Tag>, keyof FieldProps | "onChange" | "rows">;

type TextFieldProps = Omit<FieldProps, "children"> & {
  value: string;
  onChange?: (value: string) => void;
} & (
    | (ControlProps<"input"> & { rows?: undefined })
    | (ControlProps<"textarea"> & {
        /** Initial number of lines, for a text of several lines. */
        rows: number;
      })
  );

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
