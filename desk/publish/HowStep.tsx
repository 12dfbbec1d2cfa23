import { useId } from "react";
import type { StoryView } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { Field } from "../ui/Field.tsx";
import { ComparisonView } from "../versions/ComparisonView.tsx";
import type { Plan, PlanFault } from "./plan.ts";
import css from "./publish.module.css";

interface HowStepProps {
  view: StoryView;
  plan: Plan;
  fault: PlanFault | null;
  onPlan(changes: Partial<Plan>): void;
}

const KINDS = ["silent", "update", "correction"] as const;

/** Second step for a published story: how readers learn of the change. Shows the change, too. */
export function HowStep({ view, plan: { change, correction }, fault, onPlan }: HowStepProps) {
  const texts = getTexts().publish.how;
  const name = useId();
  return (
    <>
      <h4 className={css.heading}>{texts.changes}</h4>
      {view.published && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what overflows is scrolled by keyboard, too
        <section className={css.changes} aria-label={texts.changes} tabIndex={0}>
          <ComparisonView
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
