/**
 * Returns the CPU time of this process during some work, in ms. Unlike elapsed time, CPU time does not grow on a busy
 * machine.
 */
export async function measureCpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
