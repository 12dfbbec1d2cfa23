/** Copies a text. Resolves to false if the clipboard is denied, or missing, as on insecure pages. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
