import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";

/** A key as `openssl genrsa` makes one. */
export function makeDkimKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/**
 * Verifies a mail's signature as a mailbox does (RFC 6376, relaxed/relaxed).
 *
 * @returns whose it says it is, what it covers, and whether the body and the headers are those that were signed; undefined
 *   where there is none
 */
export function verifyDkim(source: string, privateKey: string) {
  const [head = "", body = ""] = source.split(/\r\n\r\n(.*)/s, 2);
  const fields = head.split(/\r\n(?![ \t])/);
  const nameOf = (field: string) => field.slice(0, field.indexOf(":")).trim().toLowerCase();
  const signature = fields.find((field) => nameOf(field) === "dkim-signature");
  if (!signature) return undefined;
  const value = signature.slice(signature.indexOf(":") + 1);
  const said = new Map(
    value.split(";").map((part): [string, string] => {
      const [tag = "", ...words] = part.split("=");
      return [tag.trim(), words.join("=").replace(/\s+/g, "")];
    }),
  );
  const relaxed = (field: string) =>
    `${nameOf(field)}:${field
      .slice(field.indexOf(":") + 1)
      .replace(/\r\n/g, "")
      .replace(/[ \t]+/g, " ")
      .trim()}`;
  const lines = body.split("\r\n").map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""));
  const text = `${lines.join("\r\n").replace(/(\r\n)*$/, "")}\r\n`;
  const covered = (said.get("h") ?? "").toLowerCase().split(":");
  const own = relaxed(signature.replace(/([;\s]b=)[^;]*/, "$1"));
  const signed = [
    ...covered.flatMap((name) => fields.findLast((field) => nameOf(field) === name) ?? []).map(relaxed),
    own,
  ];
  return {
    domain: said.get("d"),
    selector: said.get("s"),
    covered,
    isBody: createHash("sha256").update(text).digest("base64") === said.get("bh"),
    isHead: verify(
      "sha256",
      Buffer.from(signed.join("\r\n")),
      createPublicKey(privateKey),
      Buffer.from(said.get("b") ?? "", "base64"),
    ),
  };
}
