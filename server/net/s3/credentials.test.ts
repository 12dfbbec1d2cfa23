import { describe, expect, it } from "vitest";
import { parseCredentials, readCredentials } from "./credentials.ts";

const FILE = `# keys of the site
[default]
aws_access_key_id = AKIADEFAULT
aws_secret_access_key=a/secret+with=signs
 [ news ]
AWS_ACCESS_KEY_ID=AKIANEWS
aws_secret_access_key = second
aws_session_token = token
[broken]
aws_access_key_id = AKIABROKEN
`;

describe("parseCredentials", () => {
  it("finds the keys of a profile", () => {
    expect(parseCredentials(FILE, "default")).toEqual({
      accessKeyId: "AKIADEFAULT",
      secretAccessKey: "a/secret+with=signs",
    });
    const news = { accessKeyId: "AKIANEWS", secretAccessKey: "second", sessionToken: "token" };
    expect(parseCredentials(FILE, "news")).toEqual(news);
  });

  it("returns null for a profile that is missing or lacks a key", () => {
    expect(parseCredentials(FILE, "other")).toBeNull();
    expect(parseCredentials(FILE, "broken")).toBeNull();
  });
});

describe("readCredentials", () => {
  it("prefers the environment to the file", async () => {
    const keys = { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "secret" };
    expect(await readCredentials(keys)).toEqual({ accessKeyId: "AKIA", secretAccessKey: "secret" });
    expect(await readCredentials({ AWS_SHARED_CREDENTIALS_FILE: "/nowhere/credentials" })).toBeNull();
  });

  it("throws if the file can't be read", async () => {
    await expect(readCredentials({ AWS_SHARED_CREDENTIALS_FILE: import.meta.dirname })).rejects.toThrow("EISDIR");
  });
});
