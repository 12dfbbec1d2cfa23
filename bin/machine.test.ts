import { expect, it } from "vitest";
import packageFile from "../package.json" with { type: "json" };
import { explainStartFailure, findMachineFault, getNodePackage } from "./machine.js";

const LINUX = { platform: "linux", arch: "x64", glibc: "2.28" };

it("finds no fault in machines with a Node among the optional dependencies", () => {
  const machines = [
    LINUX,
    { ...LINUX, arch: "arm64", glibc: "2.41" },
    { platform: "darwin", arch: "x64" },
    { platform: "darwin", arch: "arm64" },
  ];
  expect(machines.map((machine) => findMachineFault(machine))).toEqual([null, null, null, null]);
  expect(machines.map(getNodePackage).sort()).toEqual(Object.keys(packageFile.optionalDependencies).sort());
});

it("says in one sentence what to do on Windows, without a Node, with musl and with an old glibc", () => {
  const faults = [
    findMachineFault({ platform: "win32", arch: "x64" }),
    findMachineFault({ platform: "freebsd", arch: "x64" }),
    findMachineFault({ ...LINUX, arch: "ia32" }),
    findMachineFault({ ...LINUX, glibc: undefined }),
    findMachineFault({ ...LINUX, glibc: "2.17" }),
  ];
  expect(faults).toEqual([
    expect.stringContaining("wsl --install"),
    expect.stringContaining("freebsd on x64: use a machine with Linux or macOS"),
    expect.stringContaining("linux on ia32"),
    expect.stringContaining("musl instead of glibc"),
    expect.stringContaining("The glibc 2.17 of this Linux is too old: use one with glibc 2.28 or newer"),
  ]);
  for (const fault of faults) expect(fault).toMatch(/^[A-Z][^.]*(\d\.\d[^.]*)*[^.]*\.$|Dockerfile\.$/);
});

it("names the package of a library that Node does not find", () => {
  expect(explainStartFailure("error while loading shared libraries: libatomic.so.1: cannot open")).toContain(
    "apt-get install libatomic1",
  );
  expect(explainStartFailure("spawn ENOENT\n")).toMatch(/does not start: spawn ENOENT$/);
});
