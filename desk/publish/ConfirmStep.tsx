import type { ReactNode } from "react";
import type { AlertLevel } from "../../server/store/schema/newsroomSchema.ts";
import { getThumbnail } from "../images/uploadImage.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { useMoment } from "../ui/formatTime.ts";
import { SelectField } from "../ui/SelectField.tsx";
import { TextField } from "../ui/TextField.tsx";
import { TimeField } from "../ui/TimeField.tsx";
import { type Plan, type PlanFault, toggleAlert } from "./plan.ts";
import css from "./publish.module.css";
import type { CheckedStory } from "./useChecks.ts";

interface ConfirmStepProps {
  checked: CheckedStory;
  plan: Plan;
  isChange: boolean;
  fault: PlanFault | null;
  onPlan(changes: Partial<Plan>): void;
}

/** Last step of publishing: a summary of the decisions, and an optional alert. */
export function ConfirmStep({ checked, plan, isChange, fault, onPlan }: ConfirmStepProps) {
  const edition = useEdition();
  const texts = getTexts().publish;
  const { confirm, how } = texts;
  const { checks, view } = checked;
  const { url, formerUrl, nextBriefing, card } = checks;
  const { image, language } = view.copy.content;
  const thumbnail = image && getThumbnail(edition.id, image.file, 320);
  const format = useMoment();
  const at = plan.isLater && !isChange ? plan.at : null;
  const names = edition.sections
    .filter(({ slug }) => view.copy.content.sections.includes(slug))
    .map(({ name }) => name);
  const isInBriefing = nextBriefing !== null && (at ?? "") < nextBriefing;
  return (
    <>
      <div className={css.card} lang={language ?? edition.language}>
        {thumbnail && <img src={thumbnail} alt={image.alt} style={{ objectPosition: image.focus }} />}
        <div>
          <h4>{card.title}</h4>
          {card.deck && <p>{card.deck}</p>}
          <p className={css.byline}>{card.byline}</p>
        </div>
      </div>
      <dl className={css.summary}>
        {formerUrl !== null && <Row name={confirm.formerAddress}>{formerUrl}</Row>}
        <Row name={formerUrl === null ? confirm.address : confirm.newAddress}>
          {url}
          {formerUrl !== null && <small>{confirm.addressChanges}</small>}
        </Row>
        <Row name={confirm.sections}>{names.join(", ")}</Row>
        {isChange ? (
          <Row name={confirm.readersLearn}>
            {plan.change && how[plan.change]}
            {plan.change === "correction" && <small>{plan.correction}</small>}
          </Row>
        ) : (
          <Row name={confirm.appears}>{at ? format(at) : confirm.now}</Row>
        )}
        {nextBriefing !== null && !isChange && (
          <Row name={confirm.briefing}>
            {(isInBriefing ? confirm.inBriefing : confirm.afterBriefing)(format(nextBriefing))}
          </Row>
        )}
      </dl>
      {edition.capabilities.includes("send alerts") && <AlertFields plan={plan} fault={fault} onPlan={onPlan} />}
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Maximum length of an alert, in characters. The server has the same limit. */
const MAX_ALERT = 160;

function AlertFields({ plan, fault, onPlan }: Pick<ConfirmStepProps, "plan" | "fault" | "onPlan">) {
  const texts = getTexts().publish.confirm;
  const { timeZone } = useEdition();
  return (
    <>
      <label className={css.check}>
        <input
          type="checkbox"
          checked={plan.hasAlert}
          onChange={({ target }) => onPlan(toggleAlert(plan, target.checked, timeZone, Date.now()))}
        />
        {texts.alert}
      </label>
      {plan.hasAlert && (
        <>
          <TextField
            label={texts.alertText}
            hint={texts.alertTextHint}
            error={fault === "alertText" ? texts.alertTextMissing : null}
            maxLength={MAX_ALERT}
            value={plan.alertText}
            onChange={(alertText) => onPlan({ alertText })}
          />
          <SelectField
            label={texts.alertLevel}
            value={plan.alertLevel}
            options={Object.entries(texts.alertLevels) as [AlertLevel, string][]}
            onChange={(alertLevel) => onPlan({ alertLevel })}
          />
          <TimeField
            legend={texts.alertUntil}
            instant={plan.alertUntil}
            onChange={(alertUntil) => onPlan({ alertUntil })}
            error={fault === "alertUntil" ? getTexts().publish.when.incomplete : undefined}
          />
        </>
      )}
    </>
  );
}
