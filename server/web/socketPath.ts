import { chmodSync, existsSync, statSync, unlinkSync } from "node:fs";
import { connect, type Server } from "node:net";
import { dirname } from "node:path";
import { explainFileError } from "../fileErrors.ts";

const PREFIX = "unix:";
/**
 * Mode of the socket. It admits every user, since the proxy usually runs as another user. The mode of the folder limits
 * who may connect. In a folder that anyone may enter, the socket is as open as a port of 127.0.0.1.
 */
const SOCKET_MODE = 0o666;

/** Returns the path of the Unix socket that the setting HOST names; undefined if HOST is an address. */
export function getSocketPath(host: string | undefined): string | undefined {
  return host?.startsWith(PREFIX) ? host.slice(PREFIX.length) : undefined;
}

/**
 * Makes a server listen on a Unix socket. Deletes the socket that a killed process has left. Node deletes the socket
 * when the server is closed.
 *
 * @throws {Error} naming path and remedy, if another process listens there, another kind of file is there, or the
 *   folder is missing or not writable
 */
export async function listenOnSocket(server: Server, path: string, backlog: number): Promise<void> {
  try {
    // Checks the folder first, since Node reports a missing folder as a missing permission.
    statSync(dirname(path));
    if (existsSync(path)) await removeStaleSocket(path);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ path, backlog }, resolve);
    });
    chmodSync(path, SOCKET_MODE);
  } catch (error) {
    const reason = explainFileError(error);
    throw reason === null ? error : new Error(`HOST: ${reason}`);
  }
}

async function removeStaleSocket(path: string): Promise<void> {
  if (!statSync(path).isSocket()) throw new Error(`HOST: ${path}: this is no socket. Name another path.`);
  const isUsed = await new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    // A refused connection means that no process listens. Other errors, such as for a full queue, mean a busy process.
    socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED"));
  });
  if (isUsed) throw new Error(`HOST: ${path}: another program uses this socket. Stop that program first.`);
  unlinkSync(path);
}
