import { data, redirect } from "react-router";
import { RichText } from "../language/RichText.tsx";
import { useReaderTexts } from "../language/readerTexts.ts";
import issue from "../newsletter/IssuePages.module.css";
import styles from "../newsletter/NewsletterPages.module.css";
import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { SignUpForm } from "../newsletter/SignUpForm.tsx";
import { services } from "../services.ts";
import headings from "../ui/Headings.module.css";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import type { Route } from "./+types/newsletter";

export async function loader({ context }: Route.LoaderArgs) {
  const { pastIssues, page: findPage } = context.get(services);
  const { page } = await requireNewsletter(context.get(services));
  return { page, hasArchive: pastIssues !== undefined, hasPolicy: findPage("privacy") !== undefined };
}

export async function action({ context, request }: Route.ActionArgs) {
  const newsletter = await requireNewsletter(context.get(services));
  const receipt = await newsletter.signUp(request);
  if (receipt.isAccepted) throw redirect("/newsletter/sent", 303);
  return data(receipt, { status: receipt.status });
}

export const meta: Route.MetaFunction = ({ loaderData: { page }, matches: [root] }) =>
  createHead(root.loaderData, { title: page.title, description: page.description, path: "/newsletter" });

export default function Newsletter({ loaderData: { page, hasArchive, hasPolicy }, actionData }: Route.ComponentProps) {
  const { newsletter } = useReaderTexts();
  return (
    <div className={styles.page}>
      <h1>{page.title}</h1>
      <p className={headings.deck}>{page.intro}</p>
      <div className={styles.form}>
        <SignUpForm place="page" rejection={actionData} />
      </div>
      <ul className={styles.promises}>
        {page.promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
      {hasPolicy && (
        <p className={styles.more}>
          <RichText text={newsletter.privacy} parts={[(text) => <Link to="/privacy#the-newsletter">{text}</Link>]} />
        </p>
      )}
      {hasArchive && (
        <p className={issue.more}>
          <Link to="/newsletter/archive">{newsletter.readPast}</Link>
        </p>
      )}
    </div>
  );
}
