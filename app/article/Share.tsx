import { useState } from "react";
import { getMarkedTitle } from "../../core/byline.ts";
import type { Story } from "../../server/news/views.ts";
import { SaveButton } from "../device/SaveButton.tsx";
import { useTexts } from "../language/texts.ts";
import { copyText } from "../ui/copyText.ts";
import { createIcon } from "../ui/icons.tsx";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import share from "./Share.module.css";

// Icons by Lucide; their license is in ui/icons.tsx.
const Link2 = createIcon(["M9 17H7A5 5 0 0 1 7 7h2", "M15 7h2a5 5 0 1 1 0 10h-2", "M8 12h8"]);

const Mail = createIcon(
  ["m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"],
  <rect x="2" y="4" width="20" height="16" rx="2" />,
);

const Share2 = createIcon(
  [],
  <>
    <circle cx="18" cy="5" r="3" />
    <circle cx="6" cy="12" r="3" />
    <circle cx="18" cy="19" r="3" />
    <line x1="8.59" x2="15.42" y1="13.51" y2="17.49" />
    <line x1="15.41" x2="8.59" y1="6.51" y2="10.49" />
  </>,
);

/** Buttons that save a story, or share it by share sheet, clipboard or email. Only email works without JavaScript. */
export function Share({ story, url }: { story: Story; url: string }) {
  const { article: texts } = useTexts();
  const title = getMarkedTitle(story);
  const hasScripts = useHasScripts();
  const canShare = hasScripts && "share" in navigator;
  // Browsers offer the clipboard only in secure contexts.
  const canCopy = hasScripts && "clipboard" in navigator;
  const [outcome, setOutcome] = useState("");

  async function copy() {
    setOutcome((await copyText(url)) ? texts.linkCopied : texts.notCopied);
  }

  return (
    <section className={share.share} data-unprinted="" aria-label={texts.shareStory}>
      <SaveButton story={story} hasText />
      {canShare && (
        <button type="button" onClick={() => void navigator.share({ title, url }).catch(() => {})}>
          <Share2 size={16} />
          {texts.share}
        </button>
      )}
      {canCopy && (
        <button type="button" onClick={() => void copy()}>
          <Link2 size={16} />
          {texts.copyLink}
        </button>
      )}
      <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\r\n\r\n${url}`)}`}>
        <Mail size={16} />
        {texts.email}
      </a>
      <p role="status">{outcome}</p>
    </section>
  );
}
