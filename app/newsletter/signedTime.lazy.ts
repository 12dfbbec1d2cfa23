/** Maximum age of a signed time, in ms. If it is older, a form that gets the focus requests a new one. */
const RENEWAL_MS = 12 * 60 * 60_000;

/** Time, as `performance.now()`, at which each form last requested a signed time. */
const requestedAt = new WeakMap<HTMLFormElement, number>();

/**
 * Requests a signed time at a form's first use, since a cached page cannot contain one. From the signed time, the
 * server calculates how long filling in the form took, to distinguish people from bots. Forms without a signed time
 * have a lower rate limit. A signed time expires after a day, so a page that stays open requests another one.
 */
export async function addSignedTime(form: HTMLFormElement): Promise<void> {
  if (performance.now() - (requestedAt.get(form) ?? Number.NEGATIVE_INFINITY) < RENEWAL_MS) return;
  requestedAt.set(form, performance.now());
  const response = await fetch("/api/newsletter/time").catch(() => null);
  const field = form.elements.namedItem("started");
  if (!response?.ok) requestedAt.delete(form);
  else if (field instanceof HTMLInputElement) field.value = await response.text();
}
