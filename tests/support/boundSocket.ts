/** A bound port on which this process accepts no connections, like the port of a systemd socket unit. */
export interface BoundSocket {
  port: number;
  /** File descriptor of the socket, for a child process that listens. Connections wait while no child runs. */
  fd: number;
  close(): void;
}

interface TcpHandle {
  fd: number;
  bind(address: string, port: number): number;
  getsockname(name: object): number;
  close(): void;
}

interface TcpBinding {
  TCP: new (type: number) => TcpHandle;
  constants: { SERVER: number };
}

/** Binds a free port of 127.0.0.1. `net.Server` can't be used, since it would also accept connections. */
export function bindSocket(): BoundSocket {
  const { TCP, constants } = (process as unknown as { binding(name: string): TcpBinding }).binding("tcp_wrap");
  const handle = new TCP(constants.SERVER);
  const error = handle.bind("127.0.0.1", 0);
  if (error !== 0) throw new Error(`No port could be bound: error ${error}.`);
  const name = { port: 0 };
  handle.getsockname(name);
  return { port: name.port, fd: handle.fd, close: () => handle.close() };
}
