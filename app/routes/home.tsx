import { useRouteLoaderData } from "react-router";
import { Ad } from "../ads/Ad.tsx";
import { Embed } from "../embeds/Embed.tsx";
import { Film } from "../embeds/Film.tsx";
import { Tiles } from "../layout/Tiles.tsx";
import { arrangeBlocks } from "../news/arrangement.ts";
import { Block } from "../news/Block.tsx";
import { Hero } from "../news/Hero.tsx";
import { NewStories } from "../news/NewStories.tsx";
import { storiesOn } from "../news/storiesOn.ts";
import { publisherData } from "../news/structuredData.ts";
import { useFilling } from "../news/usePollWhileLoading.ts";
import { HomeSignUp } from "../newsletter/HomeSignUp.tsx";
import { OnAir } from "../radio/OnAir.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { services } from "../services.ts";
import { headOf } from "../ui/head.ts";
import type { Route } from "./+types/home";
import styles from "./home.module.css";

/** How many blocks stand beside the rail. */
const BESIDE_RAIL = 4;

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news, markLoading } = context.get(services);
  const page = await news.frontPage();
  const isLoading = page.hero.state === "loading" || page.blocks.some(({ state }) => state === "loading");
  if (isLoading) markLoading();
  return { name: edition.name, tagline: edition.tagline, page, isLoading };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { name, tagline } = loaderData;
  const { edition, siteUrl } = matches[0].loaderData;
  return headOf(matches[0].loaderData, {
    title: name,
    wholeTitle: `${name}: today's news`,
    description: tagline,
    path: "/",
    feed: { title: name, base: "" },
    data: [publisherData(edition, siteUrl)],
  });
}

export default function Home({ loaderData: { name, page, isLoading } }: Route.ComponentProps) {
  useFilling(isLoading);
  const edition = useRouteLoaderData<typeof rootLoader>("root")?.edition;
  if (!edition) return null;
  const { embeds, ads, tiles } = edition;
  const { beside, under } = arrangeBlocks(page.blocks, BESIDE_RAIL);
  // The walls are asked for anew once nothing is loading any more: they have filled, too.
  const fill = isLoading ? "loading" : "loaded";
  return (
    <>
      {!isLoading && <NewStories shown={storiesOn(page)} section={null} />}
      <Ad ads={ads} place="banner" />
      <Hero hero={page.hero} name={name} />
      <div className={styles.columns}>
        <div className={styles.beside}>
          {beside.map(({ block, mirror }) => (
            <Block key={block.section.slug} block={block} mirror={mirror} />
          ))}
        </div>
        <div className={styles.under}>
          {under.map(({ block, width, mirror }) => (
            <div key={block.section.slug} className={styles[width]}>
              <Block block={block} mirror={mirror} />
            </div>
          ))}
        </div>
        <div className={styles.rail}>
          <OnAir />
          <Embed
            key={`events ${fill}`}
            title={embeds.events.title}
            src="/embed/events"
            height={embeds.events.height}
            provider={embeds.events.provider}
            all={`/${embeds.events.section}`}
          />
          <Ad ads={ads} place="rail" />
          <Film film={embeds.video} />
          <Embed
            key={`latest ${fill}`}
            title={embeds.latest.title}
            src="/embed/latest"
            height={embeds.latest.height}
            provider={embeds.latest.provider}
          />
        </div>
      </div>
      {edition.signUp && <HomeSignUp signUp={edition.signUp} />}
      <Tiles tiles={tiles} />
    </>
  );
}
