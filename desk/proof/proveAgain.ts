import { createQuestion } from "./question.ts";

/** Question for a passkey, before an action that could do harm. */
export const proof = createQuestion();
