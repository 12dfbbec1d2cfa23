import { useId } from "react";
import type { StoryView } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { Choices } from "../ui/Choices.tsx";
import { TextField } from "../ui/TextField.tsx";
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

/** Scrolls to a field that has just opened, and moves the cursor there. Use this function as a ref. */
function showField(element: HTMLElement | null): void {
  // Leaves the focus on the choices while the person moves through them with arrow keys. The Tab key then leads to the
  // field.
  const isByKeyboard = document.activeElement?.matches('input[type="radio"]:focus-visible');
  if (!isByKeyboard) element?.querySelector("textarea")?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

/** Second step for a published story: asks how readers learn of the change, and shows the change. */
export function HowStep({ view, plan: { change, correction }, fault, onPlan }: HowStepProps) {
  const { steps, how: texts } = getTexts().publish;
  const id = useId();
  return (
    <>
      {view.published && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what overflows is scrolled by keyboard, too
        <section className={css.changes} aria-label={steps.how} tabIndex={0}>
          <ComparisonView
            before={view.published}
            after={view.copy.content}
            beforeName={texts.before}
            afterName={texts.after}
          />
        </section>
      )}
      <Choices
        legend={texts.legend}
        aria-describedby={fault === "change" ? id : undefined}
        value={change}
        options={KINDS.map((kind) => ({ value: kind, text: texts[kind], hint: texts[`${kind}Hint`] }))}
        onChange={(kind) => onPlan({ change: kind })}
      />
      {fault === "change" && (
        <p id={id} className={css.fault} role="alert">
          {texts.choose}
        </p>
      )}
      {change === "correction" && (
        <div ref={showField}>
          <TextField
            label={texts.correctionText}
            hint={texts.correctionTextHint}
            error={fault === "correction" ? texts.correctionMissing : null}
            rows={3}
            maxLength={2000}
            value={correction}
            onChange={(text) => onPlan({ correction: text })}
          />
        </div>
      )}
    </>
  );
}
