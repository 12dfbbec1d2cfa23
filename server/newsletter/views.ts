import type { SignUp } from "../editions/newsletter.ts";
import type { Days, SubscriberStatus } from "../store/newsletterSchema.ts";

/** Result of a sign-up: taken, without revealing if the address was known, or given back with what is wrong. */
export type SignUpReceipt =
  | { isTaken: true }
  | {
      isTaken: false;
      status: 422 | 429;
      /** As it was typed. */
      email: string;
      fault: string;
      /** Address that was probably meant. */
      suggestion: string | null;
    };

/** State of a link from a confirmation mail. */
export type Confirmation = "good" | "used" | "expired" | "unknown";

/** Subscription as its preferences page shows it. */
export interface Subscription {
  /** Mostly hidden, since the link may have been forwarded. */
  address: string;
  status: SubscriberStatus;
  /** Slugs; null for all sections. */
  sections: string[] | null;
  days: Days;
}

/** Result of a posted preferences form. */
export type Change =
  | { done: "saved" | "unsubscribed" | "resumed" | "erased" }
  | { done: null; status: 404 | 409 | 422; fault: string };

/** Subscriptions to one edition's briefing, for the routes. Tokens are those in the links of mails. */
export interface NewsletterService {
  page: SignUp;
  /** Handles a posted sign-up form. */
  signUp(request: Request): Promise<SignUpReceipt>;
  /** Returns the state of a confirmation token without using it. */
  confirmation(token: string): Promise<Confirmation>;
  /** Confirms a subscriber, once. @returns the token of the preferences page, or the reason for null */
  confirm(token: string): Promise<{ preferences: string } | { preferences: null; why: Exclude<Confirmation, "good"> }>;
  /** Returns null if the token is invalid or the address erased. */
  subscription(token: string): Promise<Subscription | null>;
  /** Handles a posted preferences form. */
  change(token: string, request: Request): Promise<Change>;
  /** Ends a subscription. @returns false if the token is invalid */
  unsubscribe(token: string): Promise<boolean>;
}
