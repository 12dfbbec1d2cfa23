import { type CapMessage, getMessageKey } from "./capMessages.ts";

type Head = Pick<CapMessage, "sender" | "identifier" | "sent" | "status" | "type" | "scope" | "references">;

/** Returns true for public messages about real events; false for tests, exercises, drafts and private messages. */
export function isPublic({ status, scope }: Pick<Head, "status" | "scope">): boolean {
  return status === "actual" && scope === "public";
}

/**
 * Returns the keys of the messages that other messages replace. Only a public Update or Cancel replaces messages. It
 * replaces each message in its `references` that has the same sender and is not newer.
 */
export function listReplaced(messages: readonly Head[]): Set<string> {
  const replaced = new Set<string>();
  for (const message of messages) {
    if (!isPublic(message) || !["update", "cancel"].includes(message.type)) continue;
    for (const reference of message.references) {
      const isOwn = reference.sender === message.sender && reference.sent <= message.sent;
      if (isOwn && getMessageKey(reference) !== getMessageKey(message)) replaced.add(getMessageKey(reference));
    }
  }
  return replaced;
}
