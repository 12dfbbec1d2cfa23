import type { PersonRole } from "../../server/store/schema/peopleSchema.ts";
import { getTexts } from "../texts/texts.ts";
import { Choices } from "../ui/Choices.tsx";

const ROLES: readonly PersonRole[] = ["writer", "editor", "publisher"];

interface RoleChoiceProps {
  role: PersonRole;
  onChange(role: PersonRole): void;
}

/** Choice of a role. Shows the permissions of each role. */
export function RoleChoice({ role, onChange }: RoleChoiceProps) {
  const { shell, people: texts } = getTexts();
  const options = ROLES.map((value) => ({ value, text: shell.roles[value], hint: texts.roles[value] }));
  return <Choices legend={texts.role} value={role} options={options} onChange={onChange} />;
}
