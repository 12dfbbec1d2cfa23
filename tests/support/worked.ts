/** How long this process works on something, in milliseconds. On a machine that is busy it waits for its turn as well. */
export async function workedMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
