import type { PreviewTexts } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./preview.module.css";

/** Shows a briefing with the story, in a frame without scripts. */
export function MailPreview({ base, mail }: { base: string; mail: PreviewTexts["mail"] }) {
  const texts = getTexts().preview;
  if (!mail) return <p>{texts.noMail}</p>;
  return (
    <>
      <p className={css.note}>
        {texts.mailSubject}: <b>{mail.subject}</b>
      </p>
      <iframe className={css.mail} src={`${base}/mail`} title={texts.views.mail} sandbox="allow-same-origin" />
      <details className={css.text}>
        <summary>{texts.mailText}</summary>
        <pre>{mail.text}</pre>
      </details>
    </>
  );
}

/** Shows the card that social networks make of a link to the story. */
export function CardPreview({ base, card }: { base: string; card: PreviewTexts["card"] }) {
  return (
    <>
      <p className={css.note}>{getTexts().preview.card}</p>
      <figure className={css.card}>
        <img src={`${base}/card`} alt="" width={1200} height={630} />
        <figcaption>
          <span>{card.host}</span>
          <b>{card.title}</b>
          <p>{card.description}</p>
        </figcaption>
      </figure>
    </>
  );
}
