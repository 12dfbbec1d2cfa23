import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import type { Story } from "../../server/news/views.ts";
import { useTexts } from "../language/texts.ts";
import { CardList } from "../news/Card.tsx";
import { SignUpForm } from "../newsletter/SignUpForm.tsx";
import { PlayButton } from "../radio/PlayButton.tsx";
import { HydrateWhenNear } from "../router/HydrateLater.tsx";
import { Link } from "../ui/Link.tsx";
import { RADIO_PATH } from "../ui/siteLinks.ts";
import styles from "./Rail.module.css";

interface RailProps {
  edition: PublicEdition;
  section: Story["section"];
  /** The newest stories of the article's section. */
  more: readonly Story[];
  leads: readonly Story[];
}

/** More stories, the radio and the sign-up: beside an article in wide windows, under it in narrow windows. */
export function Rail({ edition: { radioTitle, signUp }, section, more, leads }: RailProps) {
  const { article: texts } = useTexts();
  if (more.length === 0 && leads.length === 0 && !radioTitle && !signUp) return null;
  return (
    <HydrateWhenNear className={styles.rail}>
      {more.length > 0 && (
        <section className={styles.more} aria-labelledby="more">
          <h2 id="more">{texts.moreIn(section.name)}</h2>
          <CardList stories={more} shape="small" />
        </section>
      )}
      {leads.length > 0 && (
        <section className={styles.leads} aria-labelledby="leads">
          <h2 id="leads">{texts.leads}</h2>
          <CardList stories={leads} shape="line" hasSection />
        </section>
      )}
      <div>
        {radioTitle && <Radio />}
        {signUp && (
          <section className={styles.signUp} aria-label={signUp.title}>
            <SignUpForm place="page" label={signUp.title} text={signUp.text} />
          </section>
        )}
      </div>
    </HydrateWhenNear>
  );
}

/** The radio's button. Omits the current track, to save a request. Without JavaScript, opens the radio's page. */
function Radio() {
  const { radio: texts } = useTexts();
  return (
    <section className={styles.radio} aria-label={texts.unknownTitle}>
      <p>{texts.unknown}</p>
      <form action={RADIO_PATH}>
        <PlayButton size="small" title={texts.unknownTitle} />
        <Link to={RADIO_PATH}>{texts.unknownTitle}</Link>
      </form>
    </section>
  );
}
