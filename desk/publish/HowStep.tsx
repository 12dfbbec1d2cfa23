import { useId } from "react";
import type { MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { Field } from "../ui/Field.tsx";
import { ComparisonView } from "../versions/ComparisonView.tsx";
import type { Plan, PlanFault } from "./plan.ts";
import css from "./publish.module.css";

interface HowStepProps {
  edition: MyEdition;
  view: StoryView;
  plan: Plan;
  fault: PlanFault | null;
  onPlan(changes: Partial<Plan>): void;
}

const KINDS = ["silent", "update", "correction"] as const;

/**
 * The second step of publishing for a published story: the choice of how readers learn of the change, and the change
 * itself.
 */
export function HowStep({ edition, view, plan: { change, correction }, fault, onPlan }: HowStepProps) {
  const { steps, how: texts } = getTexts().publish;
  const name = useId();
  return (
    <>
      {view.published && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what overflows is scrolled by keyboard, too
        <section className={css.changes} aria-label={steps.how} tabIndex={0}>
          <ComparisonView
            edition={edition.id}
            before={view.published}
            after={view.copy.content}
            beforeName={texts.before}
            afterName={texts.after}
          />
        </section>
      )}
      <fieldset className={css.choices} aria-describedby={fault === "change" ? `${name}-fault` : undefined}>
        <legend>{texts.legend}</legend>
        {KINDS.map((kind) => (
          <label key={kind}>
            <input type="radio" name={name} checked={change === kind} onChange={() => onPlan({ change: kind })} />
            <span>
              {texts[kind]}
              <small>{texts[`${kind}Hint`]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {fault === "change" && (
        <p id={`${name}-fault`} className={css.fault} role="alert">
          {texts.choose}
        </p>
      )}
      {change === "correction" && (
        <Field
          label={texts.correctionText}
          hint={texts.correctionTextHint}
          {...(fault === "correction" && { error: texts.correctionMissing })}
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={2000}
              value={correction}
              onChange={({ target }) => onPlan({ correction: target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
