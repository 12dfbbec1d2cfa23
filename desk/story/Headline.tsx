import { type KeyboardEvent, type Ref, useEffect, useLayoutEffect, useRef, useState } from "react";
import { getTexts } from "../texts/texts.ts";
import css from "./Headline.module.css";

interface HeadlineProps {
  title: string;
  deck: string;
  isReadOnly: boolean;
  onChange(fields: { title?: string; deck?: string }): void;
  /** Called when Enter or Tab is pressed in the deck, to move the focus to the text. */
  onLeave(): void;
}

/** Fields for the headline and the deck, in the fonts that readers will see. */
export function Headline({ title, deck, isReadOnly, onChange, onLeave }: HeadlineProps) {
  const texts = getTexts().story;
  const titleElement = useRef<HTMLTextAreaElement>(null);
  const deckElement = useRef<HTMLTextAreaElement>(null);
  const [isNew] = useState(title === "" && !isReadOnly);
  useEffect(() => {
    if (isNew) titleElement.current?.focus();
  }, [isNew]);
  return (
    <div className={css.head}>
      <Line
        ref={titleElement}
        className={css.title}
        name="headline"
        label={texts.headline}
        placeholder={texts.headline}
        value={title}
        maxLength={300}
        isReadOnly={isReadOnly}
        onChange={(value) => onChange({ title: value })}
        onEnter={() => deckElement.current?.focus()}
      />
      <Line
        ref={deckElement}
        className={css.deck}
        name="deck"
        label={texts.deck}
        placeholder={texts.deckHint}
        value={deck}
        maxLength={2000}
        isReadOnly={isReadOnly}
        onChange={(value) => onChange({ deck: value })}
        onEnter={onLeave}
        onTab={onLeave}
      />
    </div>
  );
}

interface LineProps {
  ref: Ref<HTMLTextAreaElement>;
  className: string | undefined;
  name: string;
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  isReadOnly: boolean;
  onChange(value: string): void;
  onEnter(): void;
  /** Called when Tab is pressed. The focus then skips the next control, which is a button of the toolbar. */
  onTab?(): void;
}

/** Field for a text without line breaks. Long texts wrap. */
function Line(props: LineProps) {
  const { ref, className, name, label, placeholder, value, maxLength, isReadOnly, onChange, onEnter, onTab } = props;
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const area = frame.current?.querySelector("textarea");
    if (!area || CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  });
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Tab" && onTab && !event.shiftKey && !isReadOnly) {
      event.preventDefault();
      onTab();
    }
    // Ignores Enter while an input method is composing text, since Enter ends the composition.
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onEnter();
  }
  return (
    <div ref={frame} data-field={name}>
      <textarea
        ref={ref}
        className={className}
        aria-label={label}
        placeholder={placeholder}
        rows={1}
        value={value}
        maxLength={maxLength}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, " "))}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
