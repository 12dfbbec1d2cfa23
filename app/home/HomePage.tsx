import { Fragment, type MouseEvent, useMemo } from "react";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { Ad } from "../ads/Ad.tsx";
import { useOpenDonation } from "../donation/useDonationPanel.ts";
import { Embed, FeaturedVideo } from "../embeds/Embed.tsx";
import { NewStories } from "../news/NewStories.tsx";
import { Notice } from "../news/Notice.tsx";
import { usePollWhileLoading } from "../news/usePollWhileLoading.ts";
import { SignUpForm } from "../newsletter/SignUpForm.tsx";
import { OnAir } from "../radio/OnAir.tsx";
import { HydrateWhenNear } from "../router/HydrateLater.tsx";
import type { Route } from "../routes/+types/home";
import { Link } from "../ui/Link.tsx";
import { isPlainClick } from "../ui/useLinkNavigation.ts";
import { Block } from "./Block.tsx";
import { readFrontPage } from "./frontPageJson.ts";
import { Hero } from "./Hero.tsx";
import styles from "./HomePage.module.css";
import tileStyles from "./Tiles.module.css";

/** Number of blocks before the form for the briefing. */
const BLOCKS_BEFORE_FORM = 3;
/** Number of blocks that come before the rail in the HTML, and therefore in layouts with one column. */
const BLOCKS_BEFORE_RAIL = 3;

export function HomePage({ loaderData: { json, isLoading }, matches: [root] }: Route.ComponentProps) {
  usePollWhileLoading(isLoading);
  const { standIn, hero, secondary, failed, rail, beside, under, isBannerBeside } = useMemo(
    () => readFrontPage(json),
    [json],
  );
  const { name, embeds, ads, tiles, signUp } = root.loaderData.edition;
  const { events, latest, video } = embeds;
  const blocks = [...beside, ...under].map(({ block }) => block);
  const banner = <Ad ads={ads} place="banner" />;
  const form = signUp && <SignUpForm place="page" label={signUp.title} text={signUp.text} />;
  const formBlock = blocks[Math.min(BLOCKS_BEFORE_FORM, blocks.length) - 1];
  // When the stories have been loaded, the key of each frame changes, so that the frame reloads.
  const state = isLoading ? "loading" : "loaded";
  const parts = {
    radio: <OnAir />,
    events: events && (
      <Embed key={`events ${state}`} {...events} src="/embed/events?alerts=none" allHref={`/${events.section}`} />
    ),
    ad: <Ad ads={ads} place="rail" />,
    video: video && <FeaturedVideo video={video} />,
    latest: latest && <Embed key={`latest ${state}`} {...latest} src="/embed/latest?alerts=none" />,
  };
  const besideRail = beside.map(({ block, mirror }, index) => (
    <HydrateWhenNear key={block.section.slug} className={styles.beside} version={block}>
      <Block block={block} mirror={mirror} />
      {isBannerBeside && !index && banner}
      {block === formBlock && form}
    </HydrateWhenNear>
  ));
  return (
    <>
      <Notice text={standIn} place="top" />
      {!isLoading && (
        <NewStories
          shown={[
            ...(hero.state === "loaded" ? [hero.story] : []),
            ...secondary,
            ...blocks.flatMap(({ stories }) => stories),
          ]}
          section={null}
        />
      )}
      <Hero hero={hero} secondary={secondary} name={name} />
      {!isBannerBeside && banner}
      <div className={styles.columns} data-beside={beside.length}>
        {besideRail.slice(0, BLOCKS_BEFORE_RAIL)}
        {rail.length > 0 && (
          <HydrateWhenNear className={styles.rail} version={isLoading}>
            {rail.map((part) => (
              <Fragment key={part}>{parts[part]}</Fragment>
            ))}
          </HydrateWhenNear>
        )}
        {failed && <p className={styles.failed}>{failed}</p>}
        {besideRail.slice(BLOCKS_BEFORE_RAIL)}
        <div className={styles.under}>
          {under.map(({ block, width, mirror }) => (
            <HydrateWhenNear key={block.section.slug} className={width && styles[width]} version={block}>
              <Block block={block} mirror={mirror} />
              {block === formBlock && form}
            </HydrateWhenNear>
          ))}
        </div>
      </div>
      {tiles.length > 0 && <Tiles tiles={tiles} />}
    </>
  );
}

/** The edition's calls to action. A tile without an address is not a link. */
function Tiles({ tiles }: { tiles: PublicEdition["tiles"] }) {
  const openDonation = useOpenDonation();
  /** Opens the donation panel instead of the page /support, unless the click opens a new tab. */
  const openPanel = (event: MouseEvent) => {
    if (!openDonation || !isPlainClick(event)) return;
    event.preventDefault();
    openDonation();
  };
  return (
    <ul className={tileStyles.tiles} data-unprinted="">
      {tiles.map(({ title, text, href }) => (
        <li key={title}>
          <h2>
            {href ? (
              <Link to={href} onClick={href === "/support" ? openPanel : undefined}>
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
