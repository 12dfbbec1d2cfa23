import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { usePageTexts } from "../language/pageTexts.ts";
import { RichText } from "../language/RichText.tsx";
import button from "../ui/Button.module.css";
import { copyText } from "../ui/copyText.ts";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import styles from "./EmbedCode.module.css";

interface EmbedCodeProps {
  id: string;
  title: string;
  text: string;
  /** Path of the wall on this site. */
  path: string;
  siteUrl: string;
  /** Height of the wall in pixels. */
  height: number;
  name: string;
  children?: ReactNode;
}

const MESSAGE_MS = 4000;

/** The HTML code that embeds a wall in another site, with a preview. */
export function EmbedCode({ id, title, text, path, siteUrl, height, name, children }: EmbedCodeProps) {
  const { embed } = usePageTexts();
  const url = siteUrl + path;
  const code = `<iframe src="${url}" title="${embed.frameTitle(title, name)}" width="100%" height="${height}" loading="lazy" style="border: 0"></iframe>`;
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <section className={styles.embed} aria-labelledby={id}>
      <div className={styles.text}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
        {children}
        <label htmlFor={`${id}-code`}>{embed.codeFor(title)}</label>
        <textarea
          ref={field}
          id={`${id}-code`}
          value={code}
          rows={4}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton title={title} field={field} />
        <p className={styles.link}>
          <RichText
            text={embed.openAlone}
            parts={[
              <a key="address" href={path}>
                {url}
              </a>,
            ]}
          />
        </p>
      </div>
      <div className={styles.preview} data-unprinted="">
        <h3>{embed.preview}</h3>
        <iframe
          key={path}
          className={styles.frame}
          src={path}
          title={embed.previewOf(title)}
          height={height}
          loading="lazy"
        />
      </div>
    </section>
  );
}

/** A button that copies the code from `field`. Absent without JavaScript: readers then copy the code themselves. */
function CopyButton({ title, field }: { title: string; field: RefObject<HTMLTextAreaElement | null> }) {
  const { embed } = usePageTexts();
  const hasScripts = useHasScripts();
  const [message, setMessage] = useState("");
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(""), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  async function copy() {
    if (await copyText(field.current?.value ?? "")) return setMessage(embed.copied);
    // Focusing the field selects the code.
    field.current?.focus();
    setMessage(embed.selected);
  }

  if (!hasScripts) return null;
  return (
    <p className={styles.copy} data-unprinted="">
      <button type="button" className={button.strong} aria-label={embed.copyFor(title)} onClick={() => void copy()}>
        {embed.copy}
      </button>
      <span role="status">{message}</span>
    </p>
  );
}
