import button from "../ui/Button.module.css";
import styles from "./NewsletterPages.module.css";

/** A form of one button, which posts to the page's own address: `action` as "do", if given. */
export function PostButton({
  label,
  action,
  isStrong = false,
}: {
  label: string;
  action?: string;
  isStrong?: boolean;
}) {
  return (
    <form method="post">
      <button
        type="submit"
        name={action && "do"}
        value={action}
        className={isStrong ? `${button.strong} ${styles.button}` : `${button.plain} ${styles.other}`}
      >
        {label}
      </button>
    </form>
  );
}
