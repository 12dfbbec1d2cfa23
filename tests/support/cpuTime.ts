/** Returns the CPU time, in ms, that this process takes for some work. Other work on the machine hardly changes it. */
export async function measureCpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
