import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Choices } from "../ui/Choices.tsx";
import { TimeField } from "../ui/TimeField.tsx";
import { type Plan, type PlanFault, setLater } from "./plan.ts";
import css from "./publish.module.css";

interface WhenStepProps {
  /** Reason why an overdue story has not appeared; null for a story that is not overdue. */
  overdue: string | null;
  plan: Plan;
  fault: PlanFault | null;
  onPlan(changes: Partial<Plan>): void;
}

/** Second step of publishing a hidden story. Offers publication at once, or at a time in the edition's time zone. */
export function WhenStep({ overdue, plan, fault, onPlan }: WhenStepProps) {
  const { isLater, at } = plan;
  const { timeZone } = useEdition();
  const { steps, when: texts } = getTexts().publish;
  return (
    <>
      {overdue !== null && <p className={css.fault}>{texts.overdue(overdue)}</p>}
      <Choices
        aria-label={steps.when}
        value={isLater}
        options={[
          { value: false, text: texts.now },
          { value: true, text: texts.later },
        ]}
        onChange={(isLater) => onPlan(setLater(plan, isLater, timeZone, Date.now()))}
      />
      {isLater && (
        <TimeField
          legend={texts.moment}
          instant={at}
          onChange={(instant) => onPlan({ at: instant })}
          error={fault === "time" ? texts.incomplete : fault === "past" ? texts.past : undefined}
        />
      )}
    </>
  );
}
