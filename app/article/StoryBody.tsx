import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { ThirdParty } from "../embeds/ThirdParty.tsx";
import { Html } from "../ui/Html.tsx";
import prose from "../ui/Prose.module.css";
import styles from "./StoryBody.module.css";

interface Player {
  link: HTMLAnchorElement;
  /** The element that replaces the link in the text. */
  container: Element;
  title: string;
  provider: string;
  url: string;
}

/** A story's text. An effect replaces links to videos and recordings with players that load on a click. */
export function StoryBody({ html, language }: { html: string; language?: string | undefined }) {
  const text = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  const [players, setPlayers] = useState<Player[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different text has different players
  useEffect(() => {
    const links = text.current?.querySelectorAll<HTMLAnchorElement>("a[data-embed]") ?? [];
    const found = Array.from(links, replaceLink);
    setPlayers(found);
    return () => {
      for (const { container, link } of found) container.replaceWith(link);
    };
  }, [html]);
  return (
    <>
      <Html key={html} ref={text} className={`${prose.prose} ${styles.text}`} html={html} lang={language} />
      {players.map(({ container, title, provider, url }) =>
        createPortal(
          <ThirdParty title={title} provider={{ name: provider, url }} width={16} height={9} />,
          container,
          url,
        ),
      )}
    </>
  );
}

function replaceLink(link: HTMLAnchorElement): Player {
  const { title = "", provider = "" } = link.dataset;
  const container = document.createElement("span");
  container.className = styles.player ?? "";
  link.replaceWith(container);
  return { link, container, title, provider, url: link.href };
}
