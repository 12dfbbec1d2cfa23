import { type Ref, useId, useRef } from "react";
import { getTexts } from "../../texts/texts.ts";
import type { Active } from "./findActive.ts";
import {
  formatKeys,
  KEYS,
  MARKDOWN_TOOLS,
  MENU_TOOLS,
  TABLE_TOOLS,
  type TableToolName,
  TOOL_GROUPS,
  type ToolName,
  WIDE_TOOLS,
} from "./items.ts";
import css from "./Toolbar.module.css";
import { ToolIcon } from "./toolIcons.tsx";
import { useRovingFocus } from "./useRovingFocus.ts";

interface ToolbarProps {
  active: Active;
  isMarkdown: boolean;
  isDisabled: boolean;
  onTool(name: ToolName | TableToolName): void;
  ref: Ref<HTMLDivElement>;
}

const TOGGLES: readonly string[] = [
  ...["strong", "em", "strike", "code", "link", "heading2", "heading3", "heading4"],
  ...["bullet_list", "ordered_list", "quote", "pull_quote", "code_block"],
];

/**
 * Toolbar of the editor. The Tab key stops at only one of the tools, and the arrow keys move between the tools. Rarely
 * used tools are in a menu.
 */
export function Toolbar({ active, isMarkdown, isDisabled, onTool, ref }: ToolbarProps) {
  const { toolbar, tools, markdown } = getTexts().editor;
  const [textRow, markdownRow] = [useRovingFocus("strong"), useRovingFocus("strong")];
  const { getTabIndex, rowProps } = isMarkdown ? markdownRow : textRow;
  const isPressed = (name: ToolName) => (TOGGLES.includes(name) ? active.pressed.includes(name) : undefined);
  const isUnusable = (name: ToolName) =>
    isDisabled || (name === "undo" && !active.canUndo) || (name === "redo" && !active.canRedo);

  const button = (name: ToolName, className: string | undefined) => (
    <button
      key={name}
      type="button"
      className={className}
      data-name={name}
      tabIndex={getTabIndex(name)}
      title={KEYS[name] ? `${tools[name]} (${formatKeys(KEYS[name])})` : tools[name]}
      aria-label={tools[name]}
      aria-pressed={isPressed(name)}
      // `aria-disabled` instead of `disabled`, since a disabled button would lose the focus.
      aria-disabled={isUnusable(name)}
      onMouseDown={keepFocus}
      onClick={() => !isUnusable(name) && onTool(name)}
    >
      <ToolIcon name={name} />
    </button>
  );

  return (
    <div ref={ref} className={css.place}>
      <div role="toolbar" aria-label={toolbar} className={css.toolbar} {...rowProps}>
        {isMarkdown ? (
          <>
            {MARKDOWN_TOOLS.map((name) => button(name, css.button))}
            <button
              type="button"
              className={css.text}
              data-name="markdown"
              tabIndex={getTabIndex("markdown")}
              onClick={() => onTool("markdown")}
            >
              {markdown.back}
            </button>
          </>
        ) : (
          <>
            {TOOL_GROUPS.map((names) => (
              <span key={names[0]} className={css.group}>
                {names.map((name) => button(name, `${css.button} ${WIDE_TOOLS.includes(name) ? css.wide : ""}`))}
              </span>
            ))}
            <ToolMenu tabIndex={getTabIndex("more")} isPressed={isPressed} isUnusable={isUnusable} onTool={onTool} />
          </>
        )}
      </div>
      {active.isInTable && !isMarkdown && <TableToolbar isDisabled={isDisabled} onTool={onTool} />}
    </div>
  );
}

interface ToolMenuProps {
  tabIndex: number;
  isPressed(name: ToolName): boolean | undefined;
  isUnusable(name: ToolName): boolean;
  onTool(name: ToolName): void;
}

/** Button with a menu of more tools, with their names and shortcuts. */
function ToolMenu({ tabIndex, isPressed, isUnusable, onTool }: ToolMenuProps) {
  const { more, tools } = getTexts().editor;
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const item = (name: ToolName, className?: string) => (
    <button
      key={name}
      type="button"
      className={className}
      aria-pressed={isPressed(name)}
      aria-disabled={isUnusable(name)}
      onMouseDown={keepFocus}
      onClick={() => {
        menu.current?.hidePopover();
        if (!isUnusable(name)) onTool(name);
      }}
    >
      <span>{tools[name]}</span>
      {KEYS[name] && <kbd>{formatKeys(KEYS[name])}</kbd>}
    </button>
  );
  return (
    <>
      <button
        type="button"
        className={css.button}
        data-name="more"
        tabIndex={tabIndex}
        title={more}
        aria-label={more}
        popoverTarget={id}
        onMouseDown={keepFocus}
      >
        <ToolIcon name="more" />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="group"
        aria-label={more}
        className={css.menu}
        onToggle={({ newState, currentTarget }) => {
          const buttons = newState === "open" ? [...currentTarget.querySelectorAll("button")] : [];
          buttons.find((button) => button.checkVisibility())?.focus();
        }}
      >
        {WIDE_TOOLS.map((name) => item(name, css.narrow))}
        {MENU_TOOLS.map((name) => item(name))}
      </div>
    </>
  );
}

function TableToolbar({ isDisabled, onTool }: { isDisabled: boolean; onTool(name: TableToolName): void }) {
  const { tableToolbar, tableTools } = getTexts().editor;
  const { getTabIndex, rowProps } = useRovingFocus("rowAbove");
  return (
    <div role="toolbar" aria-label={tableToolbar} className={css.table} {...rowProps}>
      {TABLE_TOOLS.map((name) => (
        <button
          key={name}
          type="button"
          className={css.text}
          data-name={name}
          tabIndex={getTabIndex(name)}
          aria-disabled={isDisabled}
          onMouseDown={keepFocus}
          onClick={() => !isDisabled && onTool(name)}
        >
          {tableTools[name]}
        </button>
      ))}
    </div>
  );
}

/** Keeps the focus in the text, so that the selection and the on-screen keyboard stay. */
function keepFocus(event: { preventDefault(): void }): void {
  event.preventDefault();
}
