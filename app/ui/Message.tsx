import { useTexts } from "../language/texts.ts";
import button from "./Button.module.css";
import { Link } from "./Link.tsx";
import styles from "./Message.module.css";

/** A page with only a message and a link to the front page. */
export function Message({ id, title, text }: { id?: string; title: string; text: string }) {
  return (
    <section className={styles.message} id={id}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <HomeLink />
      </p>
    </section>
  );
}

export function HomeLink() {
  const { errors } = useTexts();
  return (
    <Link className={button.strong} to="/">
      {errors.home}
    </Link>
  );
}
