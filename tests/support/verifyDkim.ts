import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";

/** Generates an RSA key in PEM format, as `openssl genrsa` does. */
export function generateDkimKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/**
 * Verifies a mail's DKIM signature (RFC 6376, relaxed/relaxed).
 *
 * @returns the signing domain, the signed headers, and two flags that are true if body and headers match the signature;
 *   undefined if the mail has no signature
 */
export function verifyDkim(source: string, privateKey: string) {
  const [head = "", body = ""] = source.split(/\r\n\r\n(.*)/s, 2);
  const fields = head.split(/\r\n(?![ \t])/);
  const getName = (field: string) => field.slice(0, field.indexOf(":")).trim().toLowerCase();
  const signature = fields.find((field) => getName(field) === "dkim-signature");
  if (!signature) return undefined;
  const value = signature.slice(signature.indexOf(":") + 1);
  const tags = new Map(
    value.split(";").map((part): [string, string] => {
      const [tag = "", ...values] = part.split("=");
      return [tag.trim(), values.join("=").replace(/\s+/g, "")];
    }),
  );
  const canonicalize = (field: string) =>
    `${getName(field)}:${field
      .slice(field.indexOf(":") + 1)
      .replace(/\r\n/g, "")
      .replace(/[ \t]+/g, " ")
      .trim()}`;
  const lines = body.split("\r\n").map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""));
  const text = `${lines.join("\r\n").replace(/(\r\n)*$/, "")}\r\n`;
  const signedHeaders = (tags.get("h") ?? "").toLowerCase().split(":");
  const unsigned = canonicalize(signature.replace(/([;\s]b=)[^;]*/, "$1"));
  const signed = [
    ...signedHeaders.flatMap((name) => fields.findLast((field) => getName(field) === name) ?? []).map(canonicalize),
    unsigned,
  ];
  return {
    domain: tags.get("d"),
    selector: tags.get("s"),
    signedHeaders,
    isBodyValid: createHash("sha256").update(text).digest("base64") === tags.get("bh"),
    areHeadersValid: verify(
      "sha256",
      Buffer.from(signed.join("\r\n")),
      createPublicKey(privateKey),
      Buffer.from(tags.get("b") ?? "", "base64"),
    ),
  };
}
