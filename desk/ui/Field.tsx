import { type ReactNode, useId } from "react";
import controlCss from "./Control.module.css";
import css from "./Field.module.css";

/** Attributes that a control gets from its field. */
interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
}

export interface FieldProps {
  label: string;
  /** Name that `focusField` uses to find the control. */
  name?: string | undefined;
  hint?: string | undefined;
  /** Error message, which screen readers announce. */
  error?: string | null | undefined;
  /** Renders the control with the given attributes. */
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, name, hint, error, children }: FieldProps) {
  const id = useId();
  const note = error || hint;
  return (
    <div className={`${controlCss.controls} ${css.field}`} data-field={name}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": note ? `${id}-note` : undefined, "aria-invalid": Boolean(error) })}
      {note && (
        <p id={`${id}-note`} className={error ? css.error : css.hint} role={error ? "alert" : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
