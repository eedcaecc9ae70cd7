/**
 * Keeps the order of an account's messages. A text with formulas or code may wait for a worker; later messages of the
 * account wait for it briefly. Other accounts are not affected.
 */
import type { UserId } from "../../kernel/api/ids.ts";
import type { Context } from "../../kernel/context.ts";

/** Longer than any real formula takes. After that, later messages go first. */
const LONGEST_WAIT_MS = 1_000;
/** Other texts need no worker, unless they are long and the organization has linkifiers. */
const MAY_BE_HEAVY = /\$\$|```|~~~|\n {4}/;
const LONG = 300;

const slow = new Map<UserId, Promise<unknown>>();

export function inOrder<T>({ user, realm }: Context, content: string, send: () => Promise<T>): Promise<T> {
  const earlier = slow.get(user.id);
  const isMatched = realm.linkifiers.length > 0 && content.length > LONG;
  if (!earlier && !isMatched && !MAY_BE_HEAVY.test(content)) return send();
  const sending = earlier ? withinLimit(earlier).then(send) : send();
  const over: Promise<void> = sending
    .then(
      () => {},
      () => {},
    )
    .then(() => {
      if (slow.get(user.id) === over) slow.delete(user.id);
    });
  slow.set(user.id, over);
  return sending;
}

async function withinLimit(earlier: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS);
  });
  await Promise.race([earlier, limit]);
  clearTimeout(timer);
}
