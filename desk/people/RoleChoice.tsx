import { useId } from "react";
import type { PersonRole } from "../../server/store/schema/peopleSchema.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./peopleDialogs.module.css";

const ROLES: readonly PersonRole[] = ["writer", "editor", "publisher"];

interface RoleChoiceProps {
  role: PersonRole;
  onChange(role: PersonRole): void;
}

/** Choice of a role. Shows the permissions of each. */
export function RoleChoice({ role, onChange }: RoleChoiceProps) {
  const { shell, people: texts } = getTexts();
  const name = useId();
  return (
    <fieldset className={css.choices}>
      <legend>{texts.role}</legend>
      {ROLES.map((choice) => (
        <label key={choice}>
          <input type="radio" name={name} checked={role === choice} onChange={() => onChange(choice)} />
          <span>
            {shell.roles[choice]}
            <small>{texts.roles[choice]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
