/**
 * Works on some of the items at once, in their order. When one fails, no other is begun, and it rejects when nothing is going on any
 * more.
 */
export async function severalAtOnce<T>(
  items: Iterable<T>,
  count: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = Iterator.from(items);
  let hasFailed = false;
  const workOn = async () => {
    for (const item of waiting) {
      await work(item);
      if (hasFailed) return;
    }
  };
  const workers = Array.from({ length: count }, () =>
    workOn().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(workers)).find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
