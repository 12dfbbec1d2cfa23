import { Menu as MenuIcon } from "../ui/icons.tsx";
import unseen from "../ui/VisuallyHidden.module.css";
import { MENU_ID } from "./Menu.tsx";
import styles from "./MenuButton.module.css";

/** Opens the full list of sections. */
export function MenuButton() {
  return (
    <button type="button" className={styles.button} popoverTarget={MENU_ID}>
      <MenuIcon aria-hidden="true" size={24} strokeWidth={1.8} />
      <span className={unseen.unseen}>Menu</span>
    </button>
  );
}
