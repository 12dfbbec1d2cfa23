import button from "../ui/Button.module.css";
import styles from "./NewsletterPages.module.css";

/** A form of one button, which posts `action` as "do", if given, to the page's own address. */
export function PostButton({ label, action, isStrong }: { label: string; action?: string; isStrong?: boolean }) {
  const look = isStrong ? `${button.strong} ${styles.button}` : `${button.plain} ${styles.other}`;
  return (
    <form method="post">
      <button type="submit" name={action && "do"} value={action} className={look}>
        {label}
      </button>
    </form>
  );
}
