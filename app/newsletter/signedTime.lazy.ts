/** Age of a signed time, in ms, at which a form requests another one when it gets the focus. */
const RENEWAL_MS = 12 * 60 * 60_000;

/** Times at which forms last requested a signed time. */
const requestedAt = new WeakMap<HTMLFormElement, number>();

/**
 * Requests a signed time at a form's first use, which a cached page cannot contain. The server tells people from bots by
 * the time that they take, and applies a lower limit to forms without a signed time. A signed time expires after a day,
 * so an open page requests another one.
 */
export async function addSignedTime(form: HTMLFormElement): Promise<void> {
  if (performance.now() - (requestedAt.get(form) ?? Number.NEGATIVE_INFINITY) < RENEWAL_MS) return;
  requestedAt.set(form, performance.now());
  const response = await fetch("/api/newsletter/time").catch(() => null);
  const field = form.elements.namedItem("started");
  if (!response?.ok) requestedAt.delete(form);
  else if (field instanceof HTMLInputElement) field.value = await response.text();
}
