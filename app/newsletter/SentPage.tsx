import { useReaderTexts } from "../language/readerTexts.ts";
import button from "../ui/Button.module.css";
import { Link } from "../ui/Link.tsx";
import message from "../ui/Message.module.css";
import { HomeLink } from "../ui/Message.tsx";

/** The page after a sign-up, the same for known and unknown addresses, so that nobody can find out who subscribes. */
export function SentPage() {
  const { newsletter } = useReaderTexts();
  return (
    <section className={message.message}>
      <h1>{newsletter.sentTitle}</h1>
      <p>{newsletter.sentText}</p>
      <p>{newsletter.sentHint}</p>
      <p className={message.actions}>
        <HomeLink />
        <Link className={button.plain} to="/newsletter">
          {newsletter.otherAddress}
        </Link>
      </p>
    </section>
  );
}
