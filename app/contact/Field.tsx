import type { ReactNode } from "react";
import field from "../ui/Field.module.css";
import styles from "./ContactForm.module.css";

interface FieldProps {
  name: string;
  label: string;
  /** What the reader had typed, where it is given back. */
  typed: string | undefined;
  fault: string | undefined;
  /** Makes the control, with what ties it to its label and its fault. */
  children: (given: {
    id: string;
    name: string;
    defaultValue: string | undefined;
    required: true;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}

/** A field with its label above it and, where something is wrong with it, the reason. */
export function Field({ name, label, typed, fault, children }: FieldProps) {
  const id = `contact-${name}`;
  const reason = `${id}-fault`;
  return (
    <div className={`${field.field} ${styles.field}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        defaultValue: typed,
        required: true,
        "aria-invalid": fault ? true : undefined,
        "aria-describedby": fault ? reason : undefined,
      })}
      {fault && (
        <p className={styles.fault} id={reason}>
          {fault}
        </p>
      )}
    </div>
  );
}
