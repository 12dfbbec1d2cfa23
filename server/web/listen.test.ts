import { expect, it } from "vitest";
import { takeSystemdSocket } from "./listen.ts";

const take = (pid: number, count: number) => {
  const environment = {
    LISTEN_PID: String(pid),
    LISTEN_FDS: String(count),
    LISTEN_FDNAMES: "broadsheet.socket",
    A: "1",
  };
  return { fd: takeSystemdSocket(environment), environment };
};

it("takes the socket that systemd opened for this process, and its variables", () => {
  expect(take(process.pid, 1)).toEqual({ fd: 3, environment: { A: "1" } });
  expect(take(process.ppid, 1)).toEqual({ fd: undefined, environment: { A: "1" } });
  expect(takeSystemdSocket({})).toBeUndefined();
});

it("refuses several sockets, of which it would serve only one", () => {
  expect(() => take(process.pid, 2)).toThrow("The socket unit has 2 addresses; expected one ListenStream.");
});
