import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { ThirdParty } from "../embeds/ThirdParty.tsx";
import { Html } from "../ui/Html.tsx";
import prose from "../ui/Prose.module.css";
import styles from "./StoryBody.module.css";

interface Player {
  link: HTMLAnchorElement;
  /** What stands in the text in place of the link. */
  place: Element;
  title: string;
  name: string;
  url: string;
}

/** A story's text. Its players are links, which a script turns into places that load the player when the reader says so. */
export function StoryBody({ html }: { html: string }) {
  const text = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  const [players, setPlayers] = useState<Player[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other players
  useEffect(() => {
    const found = Array.from(text.current?.querySelectorAll<HTMLAnchorElement>("a[data-embed]") ?? [], placeOf);
    setPlayers(found);
    return () => {
      for (const { place, link } of found) place.replaceWith(link);
    };
  }, [html]);
  return (
    <>
      <Html key={html} place={text} className={`${prose.prose} ${styles.text}`} html={html} />
      {players.map(({ place, title, name, url }) =>
        createPortal(<ThirdParty title={title} provider={{ name, url }} width={16} height={9} />, place, url),
      )}
    </>
  );
}

/** Puts an empty place into the text where a player's link was. */
function placeOf(link: HTMLAnchorElement): Player {
  const { title = "", provider = "" } = link.dataset;
  const place = document.createElement("span");
  place.className = styles.player ?? "";
  link.replaceWith(place);
  return { link, place, title, name: provider, url: link.href };
}
