import type { PartnerDocument } from "../../server/editions/pages/partner.ts";
import { ThirdParty } from "../embeds/ThirdParty.tsx";
import { usePageTexts } from "../language/pageTexts.ts";
import type { Route } from "../routes/+types/partner";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./PartnerPage.module.css";

/** US letter, 8.5 by 11 inches, in CSS pixels. */
const LETTER = { width: 816, height: 1056 };

/** The edition's documents for partners, each with a preview, a link and a download. */
export function PartnerPage({ loaderData: { page }, matches: [root] }: Route.ComponentProps) {
  const { partner } = usePageTexts();
  const { title, intro, documents, contact } = page;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={headings.deck}>{intro}</p>
      </header>
      <ul className={styles.documents}>
        {documents.map((document) => (
          <li key={document.id} id={document.id}>
            <Document document={document} />
          </li>
        ))}
      </ul>
      <section className={styles.contact}>
        <h2>{contact.title}</h2>
        <p>{contact.text}</p>
        <p>
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
          {root.loaderData.edition.contactHref === "/contact" && <Link to="/contact">{partner.contact}</Link>}
        </p>
      </section>
    </div>
  );
}

function Document({ document: { title, description, view, download, preview } }: { document: PartnerDocument }) {
  const { partner } = usePageTexts();
  return (
    <article className={styles.document}>
      <div className={styles.preview}>
        {"pages" in preview ? (
          // A region that can have the focus can be scrolled by keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region
          <section className={styles.pages} aria-label={partner.previewOf(title)} tabIndex={0}>
            {preview.pages.map((page, index) => (
              <img key={page} src={page} alt={partner.pageOf(index + 1, title)} {...LETTER} loading="lazy" />
            ))}
          </section>
        ) : (
          <ThirdParty title={title} provider={preview.provider} {...LETTER} />
        )}
      </div>
      <h2>{title}</h2>
      <p>{description}</p>
      <p className={styles.actions}>
        <a className={`${button.filling} ${styles.view}`} href={view} aria-label={partner.viewTitle(title)}>
          {partner.view}
        </a>
        <a className={button.filling} href={download} aria-label={partner.downloadTitle(title)}>
          {partner.download}
        </a>
      </p>
      {"bytes" in preview && <p className={styles.fileType}>PDF, {Math.ceil(preview.bytes / 1000)} kB</p>}
    </article>
  );
}
