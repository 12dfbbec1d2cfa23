import { useId } from "react";
import type { MyEdition } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { TimeField } from "../ui/TimeField.tsx";
import { type Plan, type PlanFault, setLater } from "./plan.ts";
import css from "./publish.module.css";

interface WhenStepProps {
  edition: MyEdition;
  /** Reason why a story that is due has not appeared; null for a story that is not overdue. */
  overdue: string | null;
  plan: Plan;
  fault: PlanFault | null;
  onPlan(changes: Partial<Plan>): void;
}

/**
 * The second step of publishing for a story that readers do not see: the choice to publish at once, or at a time in the
 * edition's time zone.
 */
export function WhenStep({ edition, overdue, plan, fault, onPlan }: WhenStepProps) {
  const { isLater, at } = plan;
  const { steps, when: texts } = getTexts().publish;
  const name = useId();
  const choose = (isLater: boolean) => onPlan(setLater(plan, isLater, edition.timeZone, Date.now()));
  return (
    <>
      {overdue !== null && <p className={css.fault}>{texts.overdue(overdue)}</p>}
      <fieldset className={css.choices} aria-label={steps.when}>
        <label>
          <input type="radio" name={name} checked={!isLater} onChange={() => choose(false)} />
          {texts.now}
        </label>
        <label>
          <input type="radio" name={name} checked={isLater} onChange={() => choose(true)} />
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
