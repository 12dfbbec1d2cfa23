import type { Generated } from "kysely";

/** The tables of the people who may sign in to the desk. */
export interface PeopleTables {
  people: PersonRow;
  person_roles: PersonRoleRow;
  sessions: SessionRow;
  passkeys: PasskeyRow;
  sign_in_links: SignInLinkRow;
  sign_in_codes: SignInCodeRow;
  sign_in_challenges: SignInChallengeRow;
  mail_code_bans: MailCodeBanRow;
}

export const PERSON_ROLES = ["writer", "editor", "publisher"] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

/** A person of one or several newsrooms. */
export interface PersonRow {
  id: Generated<number>;
  /** Unique on the server, since the log identifies people by name. */
  name: string;
  /** Mail address in lower case, unique on the server; null for a person who gets no mail. */
  email: string | null;
  /** Random identifier (hexadecimal) under which authenticators store passkeys. Reveals nothing about the person. */
  handle: string;
  created_at: string;
}

interface PersonRoleRow {
  person_id: number;
  edition: string;
  role: PersonRole;
}

/** Way in which a person signed in: with a one-time link, a passkey or a mailed code. */
export type SignInMethod = "link" | "passkey" | "code";

export interface SessionRow {
  id: Generated<number>;
  /** SHA-256 of the random token in the person's cookie. */
  token_hash: string;
  person_id: number;
  method: SignInMethod;
  /** User-Agent header of the browser that started the session. */
  browser: string;
  created_at: string;
  /** Time of the last use, with a precision of five minutes. */
  used_at: string;
  /** Time at which the person last used a passkey in this session; null for never. */
  proved_at: string | null;
}

export interface PasskeyRow {
  /** Identifier that the authenticator chose, in base64url. */
  id: string;
  person_id: number;
  public_key: Uint8Array;
  /** Number of uses that the authenticator last reported; 0 if it does not count them. */
  uses: number;
  /** JSON array of the ways in which browsers reach the authenticator, such as "internal". */
  transports: string;
  created_at: string;
  used_at: string | null;
}

/** A link with which a person signs in once. */
interface SignInLinkRow {
  token_hash: string;
  person_id: number;
  expires_at: string;
}

/** A mailed code, or a placeholder if the address is unknown or may not get codes. */
export interface SignInCodeRow {
  /** SHA-256 of the random id of the request for the code. Only the requesting browser knows the id. */
  request_hash: string;
  /** Person to whom the code was mailed; null if no mail was sent. */
  person_id: number | null;
  /** SHA-256 of the request's id together with the code. */
  code_hash: string;
  /** Number of attempts to sign in with the code. */
  tries: number;
  expires_at: string;
}

/** A challenge for an authenticator. It can be used once. */
interface SignInChallengeRow {
  challenge_hash: string;
  /** Signed-in person for whom the challenge was made; null for a sign-in. */
  person_id: number | null;
  expires_at: string;
}

/** An edition whose people cannot sign in with a mailed code. */
interface MailCodeBanRow {
  edition: string;
}
