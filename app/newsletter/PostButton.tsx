import button from "../ui/Button.module.css";
import styles from "./NewsletterPages.module.css";

/** A form with only a button. Posts to the page's own address, with `action`, if given, in the field "do". */
export function PostButton({ label, action, isStrong }: { label: string; action?: string; isStrong?: boolean }) {
  const className = isStrong ? `${button.strong} ${styles.button}` : `${button.plain} ${styles.other}`;
  return (
    <form method="post">
      <button type="submit" name={action && "do"} value={action} className={className}>
        {label}
      </button>
    </form>
  );
}
