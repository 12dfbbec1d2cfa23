import css from "./Fault.module.css";

/** Shows an error message. Render it always, so that screen readers announce a change of the message. */
export function Fault({ text }: { text: string | null | undefined }) {
  return (
    <p className={css.fault} role="alert">
      {text}
    </p>
  );
}
