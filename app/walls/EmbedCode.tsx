import { type ReactNode, useEffect, useRef, useState } from "react";
import button from "../ui/Button.module.css";
import styles from "./EmbedCode.module.css";

interface EmbedCodeProps {
  id: string;
  title: string;
  text: string;
  /** The path of the wall, and its address for partners. */
  path: string;
  url: string;
  /** In pixels. */
  height: number;
  /** The publication's name. */
  name: string;
  /** What is to be chosen before the code. */
  children?: ReactNode;
}

/** How long it is said that the code was copied. */
const SAID_MS = 4000;

/** A wall for partners' sites: the code that shows it there, and how that looks. */
export function EmbedCode({ id, title, text, path, url, height, name, children }: EmbedCodeProps) {
  const code = `<iframe src="${url}" title="${title} from ${name}" width="100%" height="${height}" loading="lazy" style="border: 0"></iframe>`;
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <section className={styles.embed} aria-labelledby={id}>
      <div className={styles.words}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
        {children}
        <label htmlFor={`${id}-code`}>Code for {title}</label>
        <textarea
          ref={field}
          id={`${id}-code`}
          value={code}
          rows={4}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton of={title} copy={() => copyFrom(field.current)} />
        <p className={styles.direct}>
          Or look at it alone: <a href={path}>{url}</a>
        </p>
      </div>
      <div className={styles.preview}>
        <h3>Preview</h3>
        <iframe
          key={path}
          className={styles.frame}
          src={path}
          title={`Preview of ${title}`}
          height={height}
          loading="lazy"
        />
      </div>
    </section>
  );
}

/** Without JavaScript it is not there; the code can be selected and copied by hand. */
function CopyButton({ of, copy }: { of: string; copy: () => Promise<boolean> }) {
  const [canCopy, setCanCopy] = useState(false);
  const [said, setSaid] = useState("");
  useEffect(() => setCanCopy(true), []);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(""), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  if (!canCopy) return null;
  return (
    <p className={styles.copy}>
      <button
        type="button"
        className={button.strong}
        aria-label={`Copy the code for ${of}`}
        onClick={async () => setSaid((await copy()) ? "Copied." : "Selected: copy it with your keyboard.")}
      >
        Copy the code
      </button>
      <span role="status">{said}</span>
    </p>
  );
}

/** @returns whether the browser took it; where it does not let pages write to the clipboard, the text is selected */
async function copyFrom(field: HTMLTextAreaElement | null): Promise<boolean> {
  if (!field) return false;
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    return false;
  }
}
