import { Fragment, type MouseEvent, useMemo } from "react";
import { RAIL_PARTS } from "../../core/rail.ts";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import type { FrontPage } from "../../server/news/views.ts";
import { Ad } from "../ads/Ad.tsx";
import { useOpenDonation } from "../donation/useDonationPanel.ts";
import { Embed, FeaturedVideo } from "../embeds/Embed.tsx";
import { NewStories } from "../news/NewStories.tsx";
import { usePollWhileLoading } from "../news/usePollWhileLoading.ts";
import { OnAir } from "../radio/OnAir.tsx";
import { HydrateWhenNear } from "../router/HydrateLater.tsx";
import type { Route } from "../routes/+types/home";
import { Link } from "../ui/Link.tsx";
import { isPlainClick } from "../ui/useLinkNavigation.ts";
import { arrangeBlocks } from "./arrangement.ts";
import { Block } from "./Block.tsx";
import { Hero } from "./Hero.tsx";
import styles from "./HomePage.module.css";
import tileStyles from "./Tiles.module.css";

/** Number of blocks beside the rail. `grid-template-rows` in home.module.css has a row for each of them. */
const BLOCKS_BESIDE_RAIL = 5;

/** Number of blocks before the rail in the document, and thus on phones. */
const BLOCKS_BEFORE_RAIL = 3;

export function HomePage({ loaderData: { json, isLoading }, matches: [root] }: Route.ComponentProps) {
  usePollWhileLoading(isLoading);
  const page = useMemo(() => JSON.parse(json) as FrontPage, [json]);
  const { edition } = root.loaderData;
  const { name, embeds, ads, tiles } = edition;
  const { events, latest, video } = embeds;
  const rail = getRail(edition, page);
  const hasRail = rail.length > 0;
  const { beside, under } = arrangeBlocks(page.blocks, hasRail ? BLOCKS_BESIDE_RAIL : 0);
  // The frames' keys contain the state, so that the frames also reload when loading has ended and there are stories.
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
  const besideRail = beside.map(({ block, mirror }) => (
    <HydrateWhenNear key={block.section.slug} className={styles.beside} version={block}>
      <Block block={block} mirror={mirror} />
    </HydrateWhenNear>
  ));
  return (
    <>
      {!isLoading && <NewStories shownSlugs={getSlugs(page)} section={null} />}
      <Ad ads={ads} place="banner" />
      <Hero hero={page.hero} name={name} />
      <div className={styles.columns}>
        {besideRail.slice(0, BLOCKS_BEFORE_RAIL)}
        {hasRail && (
          <HydrateWhenNear className={styles.rail} version={isLoading}>
            {rail.map((part) => (
              <Fragment key={part}>{parts[part]}</Fragment>
            ))}
          </HydrateWhenNear>
        )}
        {page.failed && <p className={styles.failed}>{page.failed}</p>}
        {besideRail.slice(BLOCKS_BEFORE_RAIL)}
        <div className={styles.under}>
          {under.map(({ block, width, mirror }) => (
            <HydrateWhenNear key={block.section.slug} className={styles[width]} version={block}>
              <Block block={block} mirror={mirror} />
            </HydrateWhenNear>
          ))}
        </div>
      </div>
      {tiles.length > 0 && <Tiles tiles={tiles} />}
    </>
  );
}

/** Returns the parts of the rail that the edition has, in the edition's order. */
function getRail(
  { embeds: { events, latest, video }, ads, radioTitle, rail = [...RAIL_PARTS] }: PublicEdition,
  { isWhole }: FrontPage,
) {
  const has = {
    radio: radioTitle,
    events,
    ad: ads.some(({ place }) => place === "rail"),
    video,
    latest: latest && !isWhole,
  };
  return rail.filter((part) => has[part]);
}

function getSlugs({ hero, blocks }: FrontPage): string[] {
  const lead = hero.state === "loaded" ? [hero.story] : [];
  return [...lead, ...blocks.flatMap(({ stories }) => stories)].map(({ slug }) => slug);
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
    <ul className={tileStyles.tiles}>
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
