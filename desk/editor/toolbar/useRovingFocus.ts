import { type FocusEvent, type KeyboardEvent, useState } from "react";

/**
 * Makes the buttons of a toolbar one stop for the Tab key (WAI-ARIA, pattern "Toolbar"). The arrow keys, Home and End
 * move between the buttons. Each button is identified by its `data-name`.
 *
 * @param first name of the button that Tab reaches first
 */
export function useRovingFocus(first: string) {
  const [current, setCurrent] = useState(first);
  return {
    getTabIndex: (name: string) => (name === current ? 0 : -1),
    rowProps: {
      onFocus({ target }: FocusEvent<HTMLElement>) {
        if (target.dataset.name !== undefined) setCurrent(target.dataset.name);
      },
      onKeyDown: moveFocus,
    },
  };
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  const active = document.activeElement;
  const popover = active?.closest("[popover]");
  const buttons = [...(popover ?? currentTarget).querySelectorAll("button")].filter((button) => {
    return button.checkVisibility() && button.closest("[popover]") === (popover ?? null);
  });
  const index = active instanceof HTMLButtonElement ? buttons.indexOf(active) : -1;
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  const next =
    step === undefined
      ? { Home: buttons[0], End: buttons.at(-1) }[key]
      : buttons[(index + step + buttons.length) % buttons.length];
  if (!next || index < 0) return;
  event.preventDefault();
  next.focus();
}
