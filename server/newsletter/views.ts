import type { SignUp } from "../editions/signUp.ts";
import type { Days, SubscriberStatus } from "../store/newsletterSchema.ts";

/** What became of a sign-up: taken, whatever was known of the address, or given back with what is wrong with it. */
export type SignUpReceipt =
  | { isTaken: true }
  | {
      isTaken: false;
      status: 422 | 429;
      /** As it was typed. */
      email: string;
      fault: string;
      /** The address that was probably meant. */
      suggestion: string | null;
    };

/** What a link from a confirmation mail is worth. */
export type Confirmation = "good" | "used" | "expired" | "unknown";

/** What the holder of a link from a mail is shown of a subscription. */
export interface Subscription {
  /** Enough of it to know one's own by. */
  address: string;
  status: SubscriberStatus;
  /** Slugs; null for all sections. */
  sections: string[] | null;
  days: Days;
}

/** The sign-up desk of one edition's briefing. */
export interface NewsletterDesk {
  page: SignUp;
  /** Takes a posted sign-up form. */
  signUp(request: Request): Promise<SignUpReceipt>;
  confirmation(token: string): Promise<Confirmation>;
  /** Confirms, once. @returns the token of the subscriber's preferences, or why it could not be */
  confirm(token: string): Promise<{ preferences: string } | { preferences: null; why: Exclude<Confirmation, "good"> }>;
  /** Null where the token is nobody's: mistyped, or erased. */
  subscription(token: string): Promise<Subscription | null>;
  /** Takes a posted form of the preferences. */
  change(token: string, request: Request): Promise<Change>;
  /** Ends it. @returns false where the token is nobody's */
  unsubscribe(token: string): Promise<boolean>;
}

/** What became of a change of preferences. */
export type Change =
  | { done: "saved" | "unsubscribed" | "resumed" | "erased" }
  | { done: null; status: 404 | 409 | 422; fault: string };
