import type { ReactNode } from "react";
import type { SignUp } from "../../server/editions/newsletter.ts";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./NewsletterPages.module.css";
import { SignUpForm, type SignUpRejection } from "./SignUpForm.tsx";

interface NewsletterPageProps {
  page: SignUp;
  refusal: SignUpRejection | undefined;
  children?: ReactNode;
}

export function NewsletterPage({ page, refusal, children }: NewsletterPageProps) {
  return (
    <div className={styles.page}>
      <h1>{page.title}</h1>
      <p className={headings.deck}>{page.intro}</p>
      <div className={styles.form}>
        <SignUpForm place="page" label="E-mail address" refusal={refusal} />
      </div>
      <ul className={styles.promises}>
        {page.promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
      <p className={styles.more}>
        What we keep, and for how long: <Link to="/privacy#the-newsletter">our privacy policy</Link>.
      </p>
      {children}
    </div>
  );
}
