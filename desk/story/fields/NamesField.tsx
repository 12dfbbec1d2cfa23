import {
  Combobox,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  useComboboxStore,
  useStoreState,
} from "@ariakit/react";
import type { KeyboardEvent } from "react";
import { getTexts } from "../../texts/texts.ts";
import { Field } from "../../ui/Field.tsx";
import type { FieldName } from "../../ui/focusField.ts";
import css from "./fields.module.css";
import { listMatches } from "./listMatches.ts";

interface NamesFieldProps {
  name: FieldName;
  label: string;
  hint: string;
  /** Names to choose from. Names that match the typed text equally well are offered in this order. */
  known: readonly string[];
  names: readonly string[];
  onChange(names: string[]): void;
}

/** A field for several names, which are chosen from known names or typed. */
export function NamesField({ name: field, label, hint, known, names, onChange }: NamesFieldProps) {
  const texts = getTexts().story.fields;
  const store = useComboboxStore({ resetValueOnHide: false });
  const value = useStoreState(store, "value");
  const activeId = useStoreState(store, "activeId");
  const matches = listMatches(known, names, value);

  function add(name: string) {
    const added = name.trim().replaceAll(/\s+/g, " ");
    if (added !== "" && !names.includes(added)) onChange([...names, added]);
    store.setValue("");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.nativeEvent.isComposing && !activeId && value.trim() !== "") {
      event.preventDefault();
      add(value);
    }
    if (event.key === "Backspace" && value === "" && names.length > 0) onChange(names.slice(0, -1));
  }

  return (
    <ComboboxProvider store={store}>
      <Field label={label} hint={hint}>
        {(control) => (
          <>
            {names.length > 0 && (
              <ul className={css.names}>
                {names.map((name) => (
                  <li key={name}>
                    {name}
                    <button
                      type="button"
                      aria-label={texts.remove(name)}
                      onClick={() => onChange(names.filter((other) => other !== name))}
                    >
                      <span aria-hidden="true">×</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <div className={css.combobox} data-field={field}>
              <Combobox
                {...control}
                onKeyDown={onKeyDown}
                // A typed name is added when the field loses the focus.
                onBlur={() => {
                  add(value);
                  store.hide();
                }}
              />
              <ComboboxList
                aria-label={label}
                className={matches.length > 0 ? css.list : css.nothing}
                // A press on the list must not move the focus: the field would add the unfinished name.
                onMouseDown={(event) => event.preventDefault()}
              >
                {matches.map((name) => (
                  <ComboboxItem
                    key={name}
                    value={name}
                    setValueOnClick={false}
                    className={css.option}
                    onClick={() => add(name)}
                  >
                    {name}
                  </ComboboxItem>
                ))}
              </ComboboxList>
            </div>
          </>
        )}
      </Field>
    </ComboboxProvider>
  );
}
