import { type ComponentProps, useId } from "react";
import css from "./Choices.module.css";

interface ChoicesProps<Value> extends Omit<ComponentProps<"fieldset">, "onChange"> {
  legend?: string;
  /** Null before the first choice. */
  value: Value | null;
  options: readonly { value: Value; text: string; hint?: string }[];
  onChange(value: NoInfer<Value>): void;
}

/** Radio buttons in rows, each with a text and an optional hint. */
export function Choices<Value extends string | boolean>(props: ChoicesProps<Value>) {
  const { legend, value, options, onChange, ...rest } = props;
  const name = useId();
  return (
    <fieldset className={css.choices} {...rest}>
      {legend && <legend>{legend}</legend>}
      {options.map(({ value: option, text, hint }) => (
        <label key={String(option)}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          <span>
            {text}
            {hint && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
