import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./HomeSignUp.module.css";
import { SignUpForm } from "./SignUpForm.tsx";

/** Id of the front page's sign-up form, the target of "Subscribe" in the header. */
export const SIGN_UP_ID = "newsletter";

export function HomeSignUp({ signUp }: { signUp: NonNullable<PublicEdition["signUp"]> }) {
  return (
    <section className={styles.section} id={SIGN_UP_ID} aria-labelledby="newsletter-title">
      <div>
        <h2 id="newsletter-title">{signUp.title}</h2>
        <p>{signUp.text}</p>
      </div>
      <SignUpForm place="home" />
    </section>
  );
}
