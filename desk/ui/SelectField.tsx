import { Field, type FieldProps } from "./Field.tsx";

interface SelectFieldProps<Value extends string> extends Omit<FieldProps, "children"> {
  value: Value | undefined;
  /** Values to choose from, each with its text, in the order shown. */
  options: readonly (readonly [value: Value, text: string])[];
  isDisabled?: boolean;
  onChange(value: Value): void;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, options, isDisabled, onChange, ...field } = props;
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          disabled={isDisabled}
          value={value}
          onChange={({ target }) => onChange(target.value as Value)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
