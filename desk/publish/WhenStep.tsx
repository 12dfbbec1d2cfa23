import { useId } from "react";
import type { MyEdition } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { TimeField } from "../ui/TimeField.tsx";
import type { Plan, PlanFault } from "./plan.ts";
import css from "./publish.module.css";

interface WhenStepProps {
  edition: MyEdition;
  /** Reason why a story that is due has not appeared; null for a story that is not overdue. */
  overdue: string | null;
  plan: Plan;
  fault: PlanFault | null;
  onPlan(changes: Partial<Plan>): void;
}

/** Second step for a story that readers do not see: publish now, or at a time in the edition's time zone. */
export function WhenStep({ edition, overdue, plan: { isLater, at }, fault, onPlan }: WhenStepProps) {
  const texts = getTexts().publish.when;
  const name = useId();
  return (
    <>
      {overdue !== null && <p className={css.fault}>{texts.overdue(overdue)}</p>}
      <fieldset className={css.choices}>
        <legend>{texts.legend}</legend>
        <label>
          <input type="radio" name={name} checked={!isLater} onChange={() => onPlan({ isLater: false })} />
          {texts.now}
        </label>
        <label>
          <input type="radio" name={name} checked={isLater} onChange={() => onPlan({ isLater: true })} />
          {texts.later}
        </label>
      </fieldset>
      {isLater && (
        <TimeField
          legend={texts.moment}
          edition={edition}
          instant={at}
          onChange={(instant) => onPlan({ at: instant })}
          error={fault === "time" ? texts.incomplete : fault === "past" ? texts.past : undefined}
        />
      )}
    </>
  );
}
