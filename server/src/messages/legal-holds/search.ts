/**
 * Looks for messages of somebody, or in a topic, that a legal hold keeps. There may be very many, so this is done before anyone has
 * to wait, in steps; the change that relies on it then looks only at what has come since, or at what it deletes.
 */
import type { Expression, SqlBool } from "kysely";
import type { MessageId, RealmId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { Steps } from "../../kernel/steps.ts";
import { heldMessages, holdOnMessage, holdsOf, type LegalHold } from "./store.ts";

/** How many messages one statement reads. */
const AT_ONCE = 1000;

/** What was found, and how far and for which holds was looked. */
export interface HoldSearch {
  readonly heldMessage: MessageId | undefined;
  /** The newest message of each account that was looked at. */
  readonly seen: ReadonlyMap<UserId, MessageId>;
  readonly holds: ReadonlySet<number>;
}

export async function searchHolds(
  db: Db,
  realmId: RealmId,
  userIds: readonly UserId[],
  atOnce = AT_ONCE,
): Promise<HoldSearch> {
  const holds = new Set((await holdsOf(db, realmId)).map(({ id }) => id));
  const held = await heldMessages(db, realmId);
  const seen = new Map<UserId, MessageId>();
  if (!held) return { heldMessage: undefined, seen, holds };
  for (const id of userIds) {
    const { heldMessage, last } = await firstHeld(db, held, { of: ["sender_id", id], after: 0, atOnce });
    if (heldMessage !== undefined) return { heldMessage, seen, holds };
    seen.set(id, last);
  }
  return { heldMessage: undefined, seen, holds };
}

/** Whether anything in the topic is held. */
export async function isHeldInTopic(db: Db, realmId: RealmId, topicId: TopicId, atOnce = AT_ONCE): Promise<boolean> {
  const held = await heldMessages(db, realmId);
  if (!held) return false;
  const { heldMessage } = await firstHeld(db, held, { of: ["topic_id", topicId], after: 0, atOnce });
  return heldMessage !== undefined;
}

interface Searched {
  readonly of: readonly ["sender_id", UserId] | readonly ["topic_id", TopicId];
  readonly after: MessageId;
  readonly atOnce: number;
}

async function firstHeld(db: Db, held: Expression<SqlBool>, { of: [column, value], after, atOnce }: Searched) {
  const steps = new Steps();
  for (let last = after; ; ) {
    const some = await db
      .selectFrom("message")
      .select("id")
      .where(column, "=", value)
      .where("id", ">", last)
      .orderBy("id")
      .limit(atOnce)
      .execute();
    const ids = some.map(({ id }) => id);
    last = ids.at(-1) ?? last;
    const heldMessage = ids.length === 0 ? undefined : await heldAmongThese(db, held, ids);
    if (heldMessage !== undefined || ids.length < atOnce) return { heldMessage, last };
    if (steps.isOver) await steps.pause();
  }
}

async function heldAmongThese(
  db: Db,
  held: Expression<SqlBool>,
  ids: readonly MessageId[],
): Promise<MessageId | undefined> {
  const found = await db
    .selectFrom("message")
    .select("message.id")
    .where(isAnyOf(db, "message.id", ids))
    .where(held)
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/**
 * In the turn of a change: a hold because of which these accounts' data must stay, on one of them or on what one of them sent.
 * `outdated` if what was searched is not what counts now. A message that was moved under a hold since is like one that is moved
 * a moment later: what acts on messages asks for holds again.
 */
export async function holdConcerning(
  db: Db,
  realmId: RealmId,
  userIds: readonly UserId[],
  { heldMessage, seen, holds: searched }: HoldSearch,
): Promise<LegalHold | "outdated" | undefined> {
  const holds = await holdsOf(db, realmId);
  const own = holds.find(({ user_id }) => user_id !== null && userIds.includes(user_id));
  if (own || holds.length === 0) return own;
  if (!holds.every((hold) => searched.has(hold.id))) return "outdated";
  // A hold that was lifted since no longer counts, but what follows the message was not looked at.
  if (heldMessage !== undefined) return (await holdOnMessage(db, realmId, heldMessage)) ?? "outdated";
  const held = await heldMessages(db, realmId);
  for (const id of held ? userIds : []) {
    const after = seen.get(id);
    if (after === undefined) return "outdated";
    const { heldMessage: newer } = await firstHeld(db, held as Expression<SqlBool>, {
      of: ["sender_id", id],
      after,
      atOnce: AT_ONCE,
    });
    if (newer !== undefined) return holdOnMessage(db, realmId, newer);
  }
  return undefined;
}
