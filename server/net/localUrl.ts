const ALL_ADDRESSES = ["0.0.0.0", "::", ""];

/** Beginning of the address of a Unix socket. */
export const UNIX = "unix:";

/** Returns the address of the server on this machine, for messages and requests. */
export function getLocalUrl({ HOST = "", PORT }: { HOST?: string | undefined; PORT: number }): string {
  if (HOST.startsWith(UNIX)) return HOST;
  const host = ALL_ADDRESSES.includes(HOST) ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}

/** Returns the origin of the server on this machine, and the path of its Unix socket: null if it listens on a port. */
export function getLocalSite(config: Parameters<typeof getLocalUrl>[0]) {
  const url = getLocalUrl(config);
  if (!url.startsWith(UNIX)) return { origin: url, socketPath: null };
  return { origin: "http://localhost", socketPath: url.slice(UNIX.length) };
}
