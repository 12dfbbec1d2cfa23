/** Returns true for a valid DATABASE_URL. */
export function isDatabaseUrl(value: string): boolean {
  if (/^sqlite:.+/.test(value)) return true;
  const { hostname, pathname } = (/^postgres(ql)?:\/\//.test(value) && URL.parse(value)) || {};
  return Boolean(hostname && pathname && pathname !== "/");
}

/** Returns true for the origin of a desk. Passkeys and secure cookies need HTTPS, except on the machine itself. */
export function isDeskUrl(value: string): boolean {
  const url = URL.parse(value);
  const isSecure = url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname === "localhost");
  return isSecure && url?.origin === value;
}

/** Returns the origin of the desk's URLs, such as https://desk.example. */
export function getDeskUrl({ DESK_URL, DESK_PORT }: { DESK_URL?: string | undefined; DESK_PORT: number }): string {
  return DESK_URL ?? `http://localhost:${DESK_PORT}`;
}
