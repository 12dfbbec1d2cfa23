import button from "../ui/Button.module.css";
import styles from "./NewsletterPages.module.css";

/** A form with only a button, which posts to the page's own address: `action`, if given, as the field "do". */
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
