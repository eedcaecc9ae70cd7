/**
 * Channels of an archive. A public channel here with the same name is the same channel; a private one never is, because
 * other people may be subscribed to it.
 */
import { pickColor } from "../channels/colors.ts";
import { createChannel, PUBLIC_CHANNEL } from "../channels/create/actions.ts";
import { changeChannel, newestMessageId } from "../channels/store.ts";
import { insertSubscriptions, subscribedPairs } from "../channels/subscriptions/store.ts";
import { raiseVersion } from "../kernel/access/store.ts";
import type { ChannelId, MessageId, RecipientId, UserId } from "../kernel/api/ids.ts";
import type { OpenContext, Writing } from "../kernel/context.ts";
import { demandRoom } from "../kernel/limits/room.ts";
import { nameKey } from "../kernel/names/visible.ts";
import type { Ledger } from "./ledger.ts";
import { MAX_PEOPLE_IN_CHANNEL } from "./limits.ts";
import { channelNameFrom, shortenedTo } from "./names.ts";
import type { ImportedPeople } from "./people.ts";
import type { ChannelRecord } from "./records.ts";
import { insertItem, itemsOf, type Origin, sourceKey } from "./store.ts";

export interface LocalChannel {
  readonly id: ChannelId;
  readonly name: string;
  readonly recipient_id: RecipientId;
}

/** Longer than any description that another program allows. */
const LONGEST_DESCRIPTION = 1024;

export class ImportedChannels {
  readonly #ctx: OpenContext;
  readonly #origin: Origin;
  readonly #people: ImportedPeople;
  readonly #bySource = new Map<string, LocalChannel>();
  readonly #colors = new Map<UserId, Set<string>>();
  /** Subscribers of channels with protected history: subscribed with the first message that they received. */
  readonly #awaited = new Map<ChannelId, Set<UserId>>();

  private constructor(ctx: OpenContext, origin: Origin, people: ImportedPeople) {
    this.#ctx = ctx;
    this.#origin = origin;
    this.#people = people;
  }

  /** With the channels that an earlier run has taken. */
  static async of(ctx: OpenContext, origin: Origin, people: ImportedPeople): Promise<ImportedChannels> {
    const channels = new ImportedChannels(ctx, origin, people);
    const { reader } = ctx.app.database;
    const ids = await itemsOf(reader, origin, "channel");
    const rows = await reader
      .selectFrom("channel")
      .select(["id", "name", "recipient_id"])
      .where("realm_id", "=", ctx.realm.id)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const [source, id] of ids) {
      const row = byId.get(id);
      if (row) channels.#bySource.set(source, row);
    }
    return channels;
  }

  get(id: string): LocalChannel | undefined {
    return this.#bySource.get(sourceKey(id));
  }

  /** With its subscribers, in one transaction. */
  async add(record: ChannelRecord, ledger: Ledger): Promise<void> {
    const known = this.get(record.id);
    if (known) return this.#await(known, record);
    const channel = await ledger.change(this.#ctx, async (ctx, tally) => {
      const existing = await this.#sameChannel(ctx, record);
      const channel = existing ?? (await this.#create(ctx, record));
      await insertItem(ctx.db, this.#origin, { kind: "channel", source_id: record.id, local_id: channel.id });
      if (!record.isHistoryProtected) await this.#subscribe(ctx, channel.id, this.#subscribersOf(record));
      await raiseVersion(ctx.db, ctx.realm.id);
      tally.take(existing ? "channels_matched" : "channels_created");
      return channel;
    });
    this.#bySource.set(sourceKey(record.id), channel);
    this.#await(channel, record);
  }

  #await({ id }: LocalChannel, record: ChannelRecord): void {
    if (record.isHistoryProtected) this.#awaited.set(id, new Set(this.#subscribersOf(record)));
  }

  #subscribersOf({ subscribers }: ChannelRecord): UserId[] {
    const given = subscribers.slice(0, MAX_PEOPLE_IN_CHANNEL).flatMap((id) => this.#people.get(id)?.id ?? []);
    return [...new Set(given)];
  }

  /** Those of these people who are subscribers and have received nothing so far. */
  newReceivers(channelId: ChannelId, received: readonly UserId[]): UserId[] {
    const awaited = this.#awaited.get(channelId);
    return awaited ? received.filter((id) => awaited.has(id)) : [];
  }

  /** From this message on. The transaction may run again, so they are awaited until `received`. */
  async subscribeFrom(ctx: Writing, channelId: ChannelId, users: readonly UserId[], first: MessageId): Promise<void> {
    await this.#subscribe(ctx, channelId, users, first - 1);
  }

  /** After the commit. */
  received(channelId: ChannelId, users: readonly UserId[]): void {
    for (const id of users) this.#awaited.get(channelId)?.delete(id);
  }

  /** Subscribers who have received nothing see what is sent from now on. */
  async finish(ledger: Ledger): Promise<void> {
    for (const [channelId, users] of this.#awaited)
      await ledger.change(this.#ctx, (ctx) => this.#subscribe(ctx, channelId, [...users]));
  }

  async #sameChannel(ctx: Writing, { name, isPrivate }: ChannelRecord): Promise<LocalChannel | undefined> {
    if (isPrivate) return undefined;
    const row = await channelNamed(ctx, channelNameFrom(name));
    // Two channels of one origin stay two.
    const isTaken = row !== undefined && [...this.#bySource.values()].some(({ id }) => id === row.id);
    return row && !isTaken && !row.invite_only && !row.is_archived ? row : undefined;
  }

  async #create(ctx: Writing, record: ChannelRecord): Promise<LocalChannel> {
    const { description, isPrivate, isArchived, createdAt, creator } = record;
    await demandRoom(ctx, "channels", { realm_id: ctx.realm.id });
    const name = await freeName(ctx, record.name, this.#origin.origin);
    const creator_id = (creator === undefined ? undefined : this.#people.get(creator)?.id) ?? null;
    // As where it comes from, people who join later see everything or nothing.
    const plan = {
      ...PUBLIC_CHANNEL,
      invite_only: isPrivate,
      history_public_to_subscribers: !record.isHistoryProtected,
    };
    const text = shortenedTo(description.toWellFormed().replaceAll("\0", ""), LONGEST_DESCRIPTION);
    const channel = await createChannel(ctx, plan, { name, description: text, creator_id }, []);
    const isOld = createdAt !== undefined && createdAt > 0 && createdAt < ctx.now;
    return changeChannel(ctx.db, channel.id, {
      is_archived: isArchived,
      ...(isOld ? { date_created: Math.floor(createdAt) } : {}),
    });
  }

  async #subscribe(ctx: Writing, channelId: ChannelId, users: readonly UserId[], after?: MessageId): Promise<void> {
    if (users.length === 0) return;
    const already = await subscribedPairs(ctx.db, users, [channelId]);
    const isSubscribed = new Set(already.map(({ user_id }) => user_id));
    const added = users
      .filter((id) => !isSubscribed.has(id))
      .map((user_id) => ({ user_id, channel_id: channelId, color: this.#colorFor(user_id, channelId) }));
    await insertSubscriptions(ctx.db, added, after ?? (await newestMessageId(ctx.db)));
  }

  #colorFor(userId: UserId, channelId: ChannelId): string {
    const used = this.#colors.get(userId) ?? new Set<string>();
    const color = pickColor(used, channelId);
    this.#colors.set(userId, used.add(color));
    return color;
  }
}

function channelNamed({ db, realm }: Writing, name: string) {
  return db
    .selectFrom("channel")
    .select(["id", "name", "recipient_id", "invite_only", "is_archived"])
    .where("realm_id", "=", realm.id)
    .where("name_key", "=", nameKey(name))
    .executeTakeFirst();
}

/** The name, or the name with where it comes from. */
async function freeName(ctx: Writing, written: string, origin: string): Promise<string> {
  const [program = ""] = origin.split(":");
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? "" : count === 2 ? ` (${program})` : ` (${program} ${count - 1})`;
    const name = channelNameFrom(written, suffix);
    if (!(await channelNamed(ctx, name))) return name;
  }
}
