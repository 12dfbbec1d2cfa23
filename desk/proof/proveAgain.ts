import { createQuestion } from "./question.ts";

/** Question that asks for the passkey before an action that could do harm. */
export const proof = createQuestion();
