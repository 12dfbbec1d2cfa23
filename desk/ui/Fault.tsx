import css from "./Fault.module.css";

/** Says what went wrong where the person looks. Render it always, so that screen readers announce a change. */
export function Fault({ text }: { text: string }) {
  return (
    <p className={css.fault} role="alert">
      {text}
    </p>
  );
}
