import { startAuthentication } from "@simplewebauthn/browser";

/** Signs in by passkey. @throws an error with a sentence for the person; `NotAllowedError` if no passkey was used */
export async function signInByPasskey(): Promise<void> {
  const optionsJSON = JSON.parse(await post("/sign-in/passkey/options", {}));
  await post("/sign-in/passkey", await startAuthentication({ optionsJSON }));
}

async function post(path: string, body: unknown): Promise<string> {
  const headers = { "content-type": "application/json" };
  const response = await window.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
