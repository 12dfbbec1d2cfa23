import { type ReactNode, useEffect, useRef, useState } from "react";
import type { CheckResult, PublishAnswer, StoryView } from "../../server/desk/api/apiTypes.ts";
import { call, RequestError } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Fault } from "../ui/Fault.tsx";
import { useMoment } from "../ui/formatTime.ts";
import { useSending } from "../ui/useSending.ts";
import { ConfirmStep } from "./ConfirmStep.tsx";
import { HowStep } from "./HowStep.tsx";
import { MissingStep } from "./MissingStep.tsx";
import { Outcome, takeFocus } from "./Outcome.tsx";
import {
  createPlan,
  findAlertFault,
  findTimeFault,
  type Plan,
  type PlanFault,
  type PublishDialogProps,
  toPublication,
} from "./plan.ts";
import css from "./publish.module.css";
import { showFault } from "./showFault.ts";
import { type CheckedStory, useChecks } from "./useChecks.ts";
import { WhenStep } from "./WhenStep.tsx";

export { WithdrawDialog } from "./WithdrawDialog.tsx";

/**
 * Publishes a story in three steps. The first step shows faults, the second asks for the time, and the third shows a
 * summary. If the story is already published, the second step asks how readers learn of the change.
 */
export function PublishDialog(props: PublishDialogProps) {
  const { story, onClose } = props;
  const { loaded, fault, load } = useChecks(props);
  const texts = getTexts().publish;
  if (loaded) return <Steps {...props} checked={loaded} check={load} />;
  return (
    <Dialog
      title={getTitle(story.state)}
      onClose={onClose}
      actions={fault && <Button onClick={() => void load()}>{texts.tryAgain}</Button>}
    >
      {fault ? <Fault text={fault} /> : <p role="status">{texts.checking}</p>}
    </Dialog>
  );
}

function getTitle(state: StoryView["state"]): string {
  const { titles } = getTexts().publish;
  if (state === "published") return titles.update;
  if (state === "scheduled") return titles.schedule;
  return state === "draft" ? titles.publish : titles.again;
}

interface StepsProps extends PublishDialogProps {
  checked: CheckedStory;
  check(): Promise<void>;
}

const LAST_STEP = 2;

function Steps({ edition, story, checked, check, onDone, onClose }: StepsProps) {
  const texts = getTexts().publish;
  const { checks, view, revision } = checked;
  const isChange = view.state === "published";
  const [title] = useState(() => getTitle(view.state));
  const [step, setStep] = useState(0);
  const [plan, setPlan] = useState(() => createPlan(view));
  const [fault, setFault] = useState<PlanFault | null>(null);
  const [isConflict, setConflict] = useState(false);
  const [result, setResult] = useState<{ answer: PublishAnswer; done: string } | null>(null);
  const { send, isSending, error } = useSending();
  const format = useMoment();
  // True if the person has pressed the main button while the server converts a time.
  const isWaiting = useRef(false);
  const isBlocked = checks.results.some(({ isRequired }) => isRequired);
  const param = { edition: edition.id, id: String(story.id) };

  function changePlan(changes: Partial<Plan>) {
    setFault(null);
    setPlan((current) => ({ ...current, ...changes }));
    if (Object.values(changes).some((value) => value === undefined)) isWaiting.current = false;
  }

  function show(result: CheckResult) {
    onClose();
    showFault(result);
  }

  function goOn() {
    if (hasFault(step === 1 ? findTimeFault(plan, isChange, Date.now()) : null)) return;
    setStep(step + 1);
  }

  function hasFault(found: PlanFault | null): boolean {
    setFault(found);
    isWaiting.current = found === "converting";
    return found !== null;
  }

  function publish() {
    if (hasFault(findAlertFault(plan))) return;
    void send(async (key) => {
      const json = { key, revision, ...toPublication(plan, isChange) };
      try {
        const answer = await call((api) => api[":edition"].stories[":id"].publish.$post({ param, json }));
        finish(answer, describeDone(answer, isChange ? plan.change : null, format));
      } catch (cause) {
        setConflict(cause instanceof RequestError && cause.status === 409);
        throw cause;
      }
    });
  }

  // Repeats the press once the server has converted the time.
  useEffect(() => {
    if (!isWaiting.current || plan.at === undefined || plan.alertUntil === undefined) return;
    if (step < LAST_STEP) goOn();
    else publish();
  });

  function unschedule() {
    void send(async (key) => {
      const json = { key, line: null };
      const answer = await call((api) => api[":edition"].stories[":id"].withdraw.$post({ param, json }));
      finish(answer, texts.when.unscheduled);
    });
  }

  function finish(answer: PublishAnswer, done: string) {
    setResult({ answer, done });
    onDone();
  }

  if (result)
    return (
      <Dialog
        title={title}
        onClose={onClose}
        actions={
          <Button look="strong" onClick={onClose}>
            {texts.done.close}
          </Button>
        }
      >
        {result.answer.isSeen === null ? (
          <>
            <p ref={takeFocus} tabIndex={-1} className={css.lead}>
              {result.done}
            </p>
            {result.answer.publishAt !== null && <p>{texts.done.scheduledNote}</p>}
          </>
        ) : (
          <Outcome
            storyId={story.id}
            {...result}
            texts={{ looking: texts.done.looking, seen: texts.done.seen, unseen: texts.done.notSeen }}
            open={texts.done.open}
          />
        )}
      </Dialog>
    );
  const name = [texts.steps.missing, isChange ? texts.steps.how : texts.steps.when, texts.steps.confirm][step] ?? "";
  const parts = { plan, fault, onPlan: changePlan };
  return (
    <Dialog
      title={title}
      isWide={isChange && step === 1}
      onClose={onClose}
      actions={
        <>
          {step === 1 && view.state === "scheduled" && (
            <Button look="quiet" className={css.aside} disabled={isSending} onClick={unschedule}>
              {texts.when.unschedule}
            </Button>
          )}
          {step > 0 && <Button onClick={() => setStep(step - 1)}>{texts.back}</Button>}
          {step === 0 && isBlocked && <Button onClick={onClose}>{texts.backToStory}</Button>}
          {isConflict ? (
            <Button look="strong" onClick={() => void check()}>
              {texts.checkAgain}
            </Button>
          ) : step < LAST_STEP ? (
            <Button look="strong" disabled={step === 0 && isBlocked} onClick={goOn}>
              {step === 0 && !isBlocked && checks.results.length > 0 ? texts.nextAnyway : texts.next}
            </Button>
          ) : (
            <Button look="strong" disabled={isSending} onClick={publish}>
              {getPublishText(plan, isChange)}
            </Button>
          )}
        </>
      }
    >
      <StepHeading key={step} step={step}>
        {name}
      </StepHeading>
      {step === 0 && <MissingStep checks={checks} onShow={show} />}
      {step === 1 && (isChange ? <HowStep {...parts} view={view} /> : <WhenStep {...parts} overdue={view.overdue} />)}
      {step === LAST_STEP && <ConfirmStep {...parts} checked={checked} isChange={isChange} />}
      <Fault text={error && isConflict ? texts.conflict : error} />
    </Dialog>
  );
}

/** Shows a step's heading, and moves the focus to it when the step begins. */
function StepHeading({ step, children }: { step: number; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className={css.step}>
      <span>{getTexts().publish.step(step + 1, LAST_STEP + 1)}</span> {children}
    </h3>
  );
}

function getPublishText({ isLater, change }: Plan, isChange: boolean): string {
  const { confirm } = getTexts().publish;
  if (isChange) return change === "correction" ? confirm.correct : confirm.update;
  return isLater ? confirm.schedule : confirm.publish;
}

function describeDone(
  { publishAt, isSeen }: PublishAnswer,
  change: Plan["change"],
  format: (instant: string) => string,
): string {
  const { done } = getTexts().publish;
  if (isSeen === null && publishAt !== null) return done.scheduled(format(publishAt));
  if (change === null) return done.published;
  return change === "correction" ? done.corrected : done.updated;
}
