import { throwNotFound } from "../errors/notFound.ts";
import { getPageTexts, usePageTexts } from "../language/pageTexts.ts";
import { PlayerCard } from "../radio/PlayerCard.tsx";
import { services } from "../services.ts";
import { getUnlistedHead } from "../ui/head.ts";
import { RADIO_PATH } from "../ui/siteLinks.ts";
import "../walls/framedAlerts.css";
import type { Route } from "./+types/embedRadio";
import styles from "./embedRadio.module.css";

export const handle = { isFramed: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, radio, news } = context.get(services);
  const { title, subtitle } = radio ?? (await throwNotFound(news));
  return { title, subtitle, name: edition.name, language: edition.language };
}

export const meta: Route.MetaFunction = ({ loaderData: { title, subtitle, name, language } }) => {
  const { embed } = getPageTexts(language);
  return getUnlistedHead(`${embed.playerTitle(title)} | ${name}`, embed.playerDescription(title, name, subtitle));
};

/** The player alone, for frames on other sites. */
export default function EmbedRadio({ loaderData: { title, name } }: Route.ComponentProps) {
  const { embed } = usePageTexts();
  return (
    <main className={styles.frame} aria-label={title}>
      <PlayerCard />
      <p className={styles.source}>
        <a href={RADIO_PATH} target="_top">
          {embed.moreAt(name)}
        </a>
      </p>
    </main>
  );
}
