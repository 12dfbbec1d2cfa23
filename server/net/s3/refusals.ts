/** Thrown if the storage does not respond, or denies access that the site needs. A later attempt may succeed. */
export class S3UnavailableError extends Error {
  override name = "S3UnavailableError";
  /** True if only the operator can end the fault, for example by correcting the credentials. */
  readonly isRefused: boolean;

  constructor(message: string, { isRefused, cause }: { isRefused: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isRefused = isRefused;
  }
}

const REGION = /<Region>([\w-]+)<\/Region>/;
const CODE = /<Code>(\w+)<\/Code>/;

/**
 * Returns a sentence for operators if a response shows that all requests are refused; null for other responses.
 *
 * @param request.task the task of the request, such as "storing objects in"
 */
export function explainRefusal(
  { status, text, region = REGION.exec(text)?.[1] }: { status: number; text: string; region?: string | undefined },
  { bucket, host, task }: { bucket: string; host: string; task: string },
): string | null {
  const code = CODE.exec(text)?.[1] ?? "";
  switch (code) {
    case "NoSuchBucket":
      return `There is no bucket ${bucket} at ${host}. Create it, or correct IMAGES_URL.`;
    case "InvalidAccessKeyId":
      return `${host} does not know the access key ID.`;
    case "SignatureDoesNotMatch":
      return `${host} rejects the signature: the secret access key does not belong to the access key ID.`;
    case "ExpiredToken":
    case "InvalidToken":
      return `${host} rejects the session token: it is invalid, or has expired.`;
    case "RequestTimeTooSkewed":
      return `The clock of this machine differs from that of ${host} by more than 15 minutes.`;
    case "PermanentRedirect":
    case "AuthorizationHeaderMalformed":
    case "IllegalLocationConstraintException":
      return `The bucket ${bucket} is in another region${region ? `, ${region}` : ""}. Correct the region in IMAGES_URL.`;
  }
  if (status === 301 || status === 307)
    return `The bucket ${bucket} is elsewhere${region ? `, in the region ${region}` : ""}. Correct IMAGES_URL.`;
  if (status === 401 || status === 403)
    return `${host} does not permit ${task} the bucket ${bucket} (${code || status}).`;
  return null;
}
