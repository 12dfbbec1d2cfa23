import { trimEndChars } from "../../../core/trim.ts";

/** A place for objects in S3-compatible storage. */
export interface S3Location {
  bucket: string;
  /** Beginning of the names of all objects: "", or a text that ends with a slash. */
  prefix: string;
  /** URL of the storage's API; null for Amazon S3. */
  endpoint: string | null;
  /** Region of the bucket; null if the location's URL names none. */
  region: string | null;
}

const BUCKET = /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/;
/** Matches prefixes that consist of characters that no server, proxy or signature escapes. */
const PREFIX = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
const REGION = /^[\w-]+$/;

/** Parses `s3://bucket/prefix?endpoint=…&region=…`; returns null for any other text, such as a URL with credentials. */
export function parseS3Location(text: string): S3Location | null {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || url.username || url.password || url.hash || !BUCKET.test(url.host)) return null;
  const path = url.pathname.replace(/^\/|\/$/g, "");
  if (path !== "" && !PREFIX.test(path)) return null;
  const { endpoint = null, region = null, ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || (endpoint !== null && !isEndpoint(endpoint))) return null;
  if (region !== null && !REGION.test(region)) return null;
  return {
    bucket: url.host,
    prefix: path && `${path}/`,
    endpoint: endpoint && trimEndChars(endpoint, /\//),
    region,
  };
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return !url.username && !url.password && !url.search && !url.hash;
}

/** Formats a location for operators, such as s3://bucket/prefix. */
export function formatS3Location({ bucket, prefix }: S3Location): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, "");
}

/** Returns the URL of a bucket: `endpoint/bucket`, or Amazon's URL of the bucket. */
export function toBucketUrl({ bucket, endpoint }: S3Location, region: string): string {
  if (endpoint !== null) return `${endpoint}/${bucket}`;
  const host = `s3.${region}.amazonaws.com`;
  // Amazon's certificates are not valid for hosts of buckets with a dot in the name.
  return /^[a-z0-9-]+$/.test(bucket) ? `https://${bucket}.${host}` : `https://${host}/${bucket}`;
}
