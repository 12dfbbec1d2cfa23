/**
 * Runs in the browser: makes the buttons for passkeys work. Its source is sent as it is, so it uses nothing around it.
 * Without it, or in a browser without passkeys, the buttons stay hidden, and codes and links work.
 */
export function signInScript(): void {
  if (!("PublicKeyCredential" in window) || !("parseRequestOptionsFromJSON" in PublicKeyCredential)) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-passkey]")) {
    button.hidden = false;
    button.addEventListener("click", () => void run(button, button.dataset.passkey === "add"));
  }

  async function run(button: HTMLButtonElement, isNew: boolean) {
    const message = document.querySelector<HTMLElement>("[data-message]");
    const path = isNew ? "/account/passkeys" : "/sign-in/passkey";
    button.disabled = true;
    if (message) message.textContent = "";
    try {
      const options = await post(`${path}/options`, {});
      const credential = isNew
        ? await navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
          })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      const { location } = await post(path, (credential as PublicKeyCredential).toJSON());
      window.location.assign(location);
    } catch (error) {
      button.disabled = false;
      if (message) message.textContent = toText(error as Error);
    }
  }

  function toText({ name, message }: Error): string {
    if (name === "NotAllowedError") return "The passkey was not used. Try again, or sign in another way.";
    return name === "InvalidStateError" ? "This device has a passkey for you already." : message;
  }

  async function post(path: string, body: unknown) {
    const headers = { "content-type": "application/json" };
    const response = await window.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = await response.text();
    if (!response.ok) throw new Error(answer);
    return JSON.parse(answer);
  }
}
