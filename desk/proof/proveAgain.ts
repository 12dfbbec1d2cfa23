import { createQuestion } from "./question.ts";

/** Asks for a passkey, before what could do harm. */
export const proof = createQuestion();
