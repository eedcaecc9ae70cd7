/**
 * Channels with protected history: subscribers see what they have received there, and nothing else. Whoever did not receive an
 * imported message was not subscribed then, so their period has a break. People may talk there during the import: they stay
 * subscribed all the time, and a break has imported messages only, because those of a batch are stored together.
 */
import { breakPeriods, currentPeriods, type PeriodBreak } from "../channels/subscriptions/store.ts";
import type { ChannelId, MessageId, RecipientId, UserId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import type { Db } from "../kernel/db/handles.ts";

/** A message in a channel, and who has received it. */
export interface ReceivedMessage {
  readonly id: MessageId;
  readonly channelId: ChannelId;
  readonly recipientId: RecipientId;
  readonly receivedBy: readonly UserId[];
}

export class ProtectedHistory {
  readonly #channels = new Set<ChannelId>();

  add(channelId: ChannelId): void {
    this.#channels.add(channelId);
  }

  /** For messages that were just stored together, by id. */
  async store({ db }: Writing, messages: readonly ReceivedMessage[]): Promise<void> {
    const there = messages.filter(({ channelId }) => this.#channels.has(channelId));
    for (const [channelId, own] of Map.groupBy(there, (each) => each.channelId)) {
      const [{ id: first, recipientId }] = own as [ReceivedMessage];
      const newest = await newestBefore(db, recipientId, first);
      const received = receivedIn(own);
      const ids = own.map(({ id }) => id);
      // Everyone who is subscribed now: also those who have come meanwhile, but nobody who was removed.
      const breaks = (await currentPeriods(db, channelId)).flatMap(({ user_id, from }) =>
        breakIn(ids, received.get(user_id) ?? NOTHING, { user_id, isEmpty: from > newest }),
      );
      await breakPeriods(db, channelId, breaks);
    }
  }
}

const NOTHING: ReadonlySet<MessageId> = new Set();

function receivedIn(messages: readonly ReceivedMessage[]): Map<UserId, Set<MessageId>> {
  const received = new Map<UserId, Set<MessageId>>();
  for (const { id, receivedBy } of messages)
    for (const user of receivedBy) {
      const ids = received.get(user);
      if (ids) ids.add(id);
      else received.set(user, new Set([id]));
    }
  return received;
}

/** None for someone who has received everything. `isEmpty`: there is nothing in the current period before these messages. */
function breakIn(
  ids: readonly MessageId[],
  received: ReadonlySet<MessageId>,
  { user_id, isEmpty }: { readonly user_id: UserId; readonly isEmpty: boolean },
): PeriodBreak[] {
  const first = ids.find((id) => !received.has(id));
  if (first === undefined) return [];
  const after: { from: MessageId; to: MessageId | null }[] = [];
  let [missed, from] = [first, undefined as MessageId | undefined];
  for (const id of ids) {
    if (id < first) continue;
    if (received.has(id)) from ??= missed + 1;
    else {
      if (from !== undefined) after.push({ from, to: id - 1 });
      [missed, from] = [id, undefined];
    }
  }
  const before = isEmpty && first === ids[0] ? undefined : first - 1;
  return [{ user_id, before, after: [...after, { from: missed + 1, to: null }] }];
}

/** The newest message in the channel before this one. */
async function newestBefore(db: Db, recipientId: RecipientId, id: MessageId): Promise<MessageId> {
  const row = await db
    .selectFrom("message")
    .select("id")
    .where("recipient_id", "=", recipientId)
    .where("id", "<", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}
