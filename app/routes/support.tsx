import { throwNotFound } from "../errors/notFound.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/support";
import styles from "./support.module.css";

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  return { donation: edition.donation ?? (await throwNotFound(news)) };
}

export const meta: Route.MetaFunction = ({ loaderData: { donation }, matches: [root] }) =>
  createHead(root.loaderData, { title: donation.title, description: donation.text, path: "/support" });

/** The donation panel's content as a page, for links without JavaScript. */
export default function Support({ loaderData }: Route.ComponentProps) {
  const { donation } = usePageTexts();
  const { title, text, uses, label, href } = loaderData.donation;
  return (
    <article className={styles.support}>
      <h1>{title}</h1>
      <p className={headings.deck}>{text}</p>
      <h2 className={headings.name}>{donation.uses}</h2>
      <ul>
        {uses.map((use) => (
          <li key={use}>{use}</li>
        ))}
      </ul>
      <p className={styles.action}>
        <a className={button.strong} href={href} rel="noopener">
          {label}
        </a>
      </p>
      <p className={styles.host}>{donation.giveAt(new URL(href).host)}</p>
    </article>
  );
}
