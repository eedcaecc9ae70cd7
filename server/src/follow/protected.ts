/**
 * Channels with protected history: people see what they have received there, and nothing else. The API shows that only to each of them, so
 * a message is seen here by those whose key has shown it. Who gave no key sees what is sent after the switch.
 */
import { replacePeriods, subscribedPairs } from "../channels/subscriptions/store.ts";
import type { ChannelId, MessageId, UserId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { isWithin, type Period, periodsOf } from "../messages/periods.ts";
import type { Correspondence } from "./ids.ts";
import type { MessageState } from "./message.ts";
import { placesOf } from "./store-messages.ts";

interface ProtectedOptions {
  readonly ids: Correspondence;
  /** Everyone whose key was given. */
  readonly viewers: readonly { readonly as: UserId }[];
  /** By their ids there. */
  readonly protectedChannels: ReadonlySet<number>;
}

/** Messages of channels with protected history, among others. */
export class ProtectedMessages {
  readonly #options: ProtectedOptions;

  constructor(options: ProtectedOptions) {
    this.#options = options;
  }

  isAnyIn(messages: readonly MessageState[]): boolean {
    return this.#byChannel(messages).size > 0;
  }

  /** The viewer sees these messages, and nobody else sees those that are new. */
  async show(ctx: Writing, viewer: UserId, messages: readonly MessageState[]): Promise<void> {
    for (const [channel, show] of this.#byChannel(messages)) {
      await changeSeen(ctx, channel, viewer, { show });
      const known = new Set((await placesOf(ctx, [...show])).map(({ id }) => id));
      const hide = show.difference(known);
      for (const { as } of this.#options.viewers)
        if (as !== viewer && hide.size > 0) await changeSeen(ctx, channel, as, { hide });
    }
  }

  /** From those who did not get a message that another got. */
  async hide(ctx: Writing, seenBy: ReadonlyMap<UserId, readonly MessageState[]>): Promise<void> {
    for (const [channel, messages] of this.#byChannel([...seenBy.values()].flat()))
      for (const [viewer, seen] of seenBy) {
        const hide = messages.difference(new Set(seen.map(({ id }) => id)));
        if (hide.size > 0) await changeSeen(ctx, channel, viewer, { hide });
      }
  }

  #byChannel(messages: readonly MessageState[]): Map<ChannelId, Set<MessageId>> {
    const { ids, protectedChannels } = this.#options;
    const found = new Map<ChannelId, Set<MessageId>>();
    for (const { id, to } of messages) {
      const channel = "channel" in to && protectedChannels.has(to.channel) ? ids.get("channel", to.channel) : undefined;
      if (channel !== undefined) found.set(channel, (found.get(channel) ?? new Set()).add(id));
    }
    return found;
  }
}

interface ChangedSight {
  readonly show?: ReadonlySet<MessageId>;
  readonly hide?: ReadonlySet<MessageId>;
}

/** From now on, somebody sees the one messages of the channel, and does not see the others. */
async function changeSeen(
  { db }: Writing,
  channel: ChannelId,
  user: UserId,
  { show = new Set(), hide = new Set() }: ChangedSight,
): Promise<void> {
  const current = (await periodsOf(db, user, [channel])).get(channel) ?? [];
  const isSame = [...show].every((id) => isWithin(current, id)) && ![...hide].some((id) => isWithin(current, id));
  if (isSame) return;
  const all = [...new Set([...(await messagesIn(db, channel)), ...show, ...hide])].sort((a, b) => a - b);
  const isSeen = (id: MessageId) => (isWithin(current, id) || show.has(id)) && !hide.has(id);
  const isSubscribed = (await subscribedPairs(db, [user], [channel])).length > 0;
  await replacePeriods(db, user, channel, periodsOver(all, isSeen, isSubscribed));
}

function periodsOver(all: readonly MessageId[], isSeen: (id: MessageId) => boolean, isSubscribed: boolean): Period[] {
  const periods: Period[] = [];
  let from: MessageId | undefined;
  let last = 0;
  for (const id of all) {
    if (isSeen(id)) from ??= id;
    else if (from !== undefined) {
      periods.push({ from, to: last });
      from = undefined;
    }
    last = id;
  }
  if (isSubscribed) periods.push({ from: from ?? last + 1, to: null });
  else if (from !== undefined) periods.push({ from, to: last });
  return periods;
}

async function messagesIn(db: Db, channel: ChannelId): Promise<MessageId[]> {
  const rows = await db
    .selectFrom("message")
    .innerJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select("message.id")
    .where("channel.id", "=", channel)
    .execute();
  return rows.map(({ id }) => id);
}

/** At the switch: those whose key was not given see nothing of what was copied. */
export async function hideFromOthers(
  { db, realm }: { readonly db: TurnTx; readonly realm: { readonly id: number } },
  followed: readonly UserId[],
  newest: MessageId,
): Promise<void> {
  const rows = await db
    .selectFrom("subscription")
    .innerJoin("channel", "channel.id", "subscription.channel_id")
    .select(["subscription.user_id", "subscription.channel_id", "subscription.is_subscribed"])
    .where("channel.realm_id", "=", realm.id)
    .where("channel.invite_only", "=", true)
    .where("channel.history_public_to_subscribers", "=", false)
    .execute();
  for (const { user_id, channel_id, is_subscribed } of rows)
    if (!followed.includes(user_id))
      await replacePeriods(db, user_id, channel_id, is_subscribed ? [{ from: newest + 1, to: null }] : []);
}
