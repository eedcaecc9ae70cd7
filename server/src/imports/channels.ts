/**
 * Channels of an archive. A public channel here with the same name is the same channel; a private one never is, because
 * other people may be subscribed to it.
 */
import { pickColor } from "../channels/colors.ts";
import { createChannel, PUBLIC_CHANNEL } from "../channels/create/actions.ts";
import { changeChannel, newestMessageId } from "../channels/store.ts";
import { everSubscribed, insertSubscriptions } from "../channels/subscriptions/store.ts";
import { raiseVersion } from "../kernel/access/store.ts";
import type { ChannelId, RecipientId, UserId } from "../kernel/api/ids.ts";
import { ApiError } from "../kernel/api/index.ts";
import type { OpenContext, Writing } from "../kernel/context.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { demandRoom } from "../kernel/limits/room.ts";
import { nameKey } from "../kernel/names/visible.ts";
import { type FoundGroups, permissionsFrom, permissionsLeftOut } from "./channel-permissions.ts";
import type { Ledger } from "./ledger.ts";
import { MAX_PEOPLE_IN_CHANNEL } from "./limits.ts";
import { channelNameFrom, shortenedTo, suffixOf } from "./names.ts";
import type { ImportedPeople } from "./people.ts";
import { ProtectedHistory } from "./protected-history.ts";
import type { ChannelRecord, SkippedRecord } from "./records.ts";
import { skipped } from "./skipped.ts";
import { insertItem, itemsOf, type Origin, sourceKey } from "./store.ts";
import type { Tally } from "./tally.ts";

export interface LocalChannel {
  readonly id: ChannelId;
  readonly name: string;
  readonly recipient_id: RecipientId;
  /** Everyone but guests may read it. */
  readonly isOpen?: boolean;
  readonly isArchived?: boolean;
}

/** In one transaction, for which others wait. */
const SUBSCRIBERS_AT_ONCE = 500;

/** Longer than any description that another program allows. */
const LONGEST_DESCRIPTION = 1024;

interface ChannelOptions {
  /** Those whom permissions may name. */
  readonly groups?: FoundGroups;
  readonly subscribersAtOnce?: number;
}

const NO_GROUPS: FoundGroups = { get: () => undefined };

export class ImportedChannels {
  readonly #ctx: OpenContext;
  readonly #origin: Origin;
  readonly #people: ImportedPeople;
  readonly #groups: FoundGroups;
  readonly #subscribersAtOnce: number;
  readonly #bySource = new Map<string, LocalChannel>();
  readonly #local = new Set<ChannelId>();
  /** Those that were created, by the keys of their ids. */
  readonly #own = new Set<string>();
  /** How many names were tried for channels with the same name. */
  readonly #tried = new Map<string, number>();
  readonly #colors = new Map<UserId, Set<string>>();
  readonly protectedHistory = new ProtectedHistory();

  private constructor(
    ctx: OpenContext,
    origin: Origin,
    people: ImportedPeople,
    { groups = NO_GROUPS, subscribersAtOnce = SUBSCRIBERS_AT_ONCE }: ChannelOptions,
  ) {
    this.#ctx = ctx;
    this.#groups = groups;
    this.#subscribersAtOnce = subscribersAtOnce;
    this.#origin = origin;
    this.#people = people;
  }

  /** With the channels that an earlier run has taken. */
  static async of(
    ctx: OpenContext,
    origin: Origin,
    people: ImportedPeople,
    options: ChannelOptions = {},
  ): Promise<ImportedChannels> {
    const channels = new ImportedChannels(ctx, origin, people, options);
    for (const [source, channel] of await channelsFrom(ctx.app.database.reader, origin)) {
      channels.#bySource.set(source, channel);
      channels.#local.add(channel.id);
    }
    for (const source of (await itemsOf(ctx.app.database.reader, origin, "created_channel")).keys())
      channels.#own.add(source);
    return channels;
  }

  get(id: string): LocalChannel | undefined {
    // Nearly every id is its own key.
    return this.#bySource.get(id) ?? this.#bySource.get(sourceKey(id));
  }

  get #around() {
    const { app, realm } = this.#ctx;
    return { app, realm, people: this.#people.listed, groups: this.#groups };
  }

  /** Whether an import has created it; one that was here keeps what it has. */
  isOwn(id: string): boolean {
    return this.#own.has(sourceKey(id));
  }

  /** With its subscribers, in transactions that do not get longer with their number. */
  async add(record: ChannelRecord, ledger: Ledger, rest: () => Promise<void> = async () => {}): Promise<void> {
    const found = subscribersAmong(this.#people.listed, record);
    const known = this.get(record.id);
    if (known && (await isMoreOpen(this.#ctx.app.database.reader, known, record))) {
      this.#bySource.delete(sourceKey(record.id));
      return ledger.leaveOutFirst(skipped("channels", MORE_OPEN, record.name));
    }
    const channel = known ?? (await this.#store(record, found, ledger));
    if (!channel) return ledger.leaveOutFirst(skipped("channels", TOO_MANY, record.name));
    this.#bySource.set(sourceKey(record.id), channel);
    this.#local.add(channel.id);
    for (const each of permissionsLeftOut(this.#around, record, this.isOwn(record.id))) ledger.leaveOutFirst(each);
    if (record.isHistoryProtected) this.protectedHistory.add(channel.id);
    const { subscribers } = found;
    const atOnce = this.#subscribersAtOnce;
    for (let start = 0; start < subscribers.length; start += atOnce) {
      const some = subscribers.slice(start, start + atOnce);
      // The first have come with the channel, and all of them when an import continues.
      if ((await missingAmong(this.#ctx.app.database.reader, channel.id, some)).length === 0) continue;
      await ledger.change(this.#ctx, ({ db }, tally) => this.#subscribe(db, channel.id, some, tally));
      await rest();
    }
  }

  /** Undefined if there is no room. */
  async #store(
    record: ChannelRecord,
    { subscribers, leftOut }: FoundSubscribers,
    ledger: Ledger,
  ): Promise<LocalChannel | undefined> {
    try {
      const { channel, isOwn } = await ledger.change(this.#ctx, async (ctx, tally) => {
        const existing = await this.#sameChannel(ctx, record);
        const channel = existing ?? (await this.#create(ctx, record));
        const item = { source_id: record.id, local_id: channel.id };
        await insertItem(ctx.db, this.#origin, { kind: "channel", ...item });
        if (!existing) await insertItem(ctx.db, this.#origin, { kind: "created_channel", ...item });
        await this.#subscribe(ctx.db, channel.id, subscribers.slice(0, this.#subscribersAtOnce), tally);
        await raiseVersion(ctx.db, ctx.realm.id);
        tally.take(existing ? "channels_matched" : "channels_created");
        for (const each of leftOut) tally.leaveOut(each);
        return { channel, isOwn: !existing };
      });
      if (isOwn) this.#own.add(sourceKey(record.id));
      return channel;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  async #sameChannel(ctx: Writing, { name, isPrivate }: ChannelRecord): Promise<LocalChannel | undefined> {
    if (isPrivate) return undefined;
    const row = await channelNamed(ctx, channelNameFrom(name));
    // Two channels of one origin stay two.
    const isTaken = row !== undefined && this.#local.has(row.id);
    return row && !isTaken && isForItsMembers(row) ? localChannel(row) : undefined;
  }

  async #create(ctx: Writing, record: ChannelRecord): Promise<LocalChannel> {
    const { description, isPrivate, isArchived, createdAt, creator } = record;
    await demandRoom(ctx, "channels", { realm_id: ctx.realm.id });
    const name = await this.#freeName(ctx, record.name);
    const creator_id = (creator === undefined ? undefined : this.#people.get(creator)?.id) ?? null;
    // As where it comes from, people who join later see everything or nothing.
    const plan = {
      ...PUBLIC_CHANNEL,
      invite_only: isPrivate,
      history_public_to_subscribers: !record.isHistoryProtected,
      permissions: permissionsFrom(this.#around, record),
    };
    const text = shortenedTo(description.toWellFormed().replaceAll("\0", ""), LONGEST_DESCRIPTION);
    const channel = await createChannel(ctx, plan, { name, description: text, creator_id }, []);
    const isOld = createdAt !== undefined && createdAt > 0 && createdAt < ctx.now;
    const row = await changeChannel(ctx.db, channel.id, {
      is_archived: isArchived,
      ...(isOld ? { date_created: Math.floor(createdAt) } : {}),
    });
    return localChannel(row);
  }

  async #subscribe(db: TurnTx, channelId: ChannelId, users: readonly UserId[], tally: Tally): Promise<void> {
    const added = (await missingAmong(db, channelId, users)).map((user_id) => ({
      user_id,
      channel_id: channelId,
      color: this.#colorFor(user_id, channelId),
    }));
    if (added.length === 0) return;
    await insertSubscriptions(db, added, await newestMessageId(db));
    tally.subscribe(added.length);
  }

  /** The name, or the name with where it comes from. */
  async #freeName(ctx: Writing, written: string): Promise<string> {
    const key = nameKey(channelNameFrom(written));
    for (let count = this.#tried.get(key) ?? 1; ; count++) {
      const suffix = suffixOf(this.#origin, count);
      const name = channelNameFrom(written, suffix);
      if (await channelNamed(ctx, name)) continue;
      this.#tried.set(key, count);
      return name;
    }
  }

  #colorFor(userId: UserId, channelId: ChannelId): string {
    const used = this.#colors.get(userId) ?? new Set<string>();
    const color = pickColor(used, channelId);
    this.#colors.set(userId, used.add(color));
    return color;
  }
}

/** Why a channel is left out, with all of its messages. */
export const MORE_OPEN = "more people could read it here than there";
export const TOO_MANY = "the organization has too many";

/** Those that were taken from this origin, by the keys of their ids there. */
export async function channelsFrom(db: Db, origin: Origin): Promise<Map<string, LocalChannel>> {
  const ids = await itemsOf(db, origin, "channel");
  const rows = await db
    .selectFrom("channel")
    .select(["id", "name", "recipient_id", "invite_only", "is_archived"])
    .where("realm_id", "=", origin.realm_id)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, localChannel(row)]));
  return new Map(
    [...ids].flatMap(([source, id]) => {
      const channel = byId.get(id);
      return channel ? [[source, channel] as const] : [];
    }),
  );
}

/** It was made private there since an earlier import, or opened here. */
export async function isMoreOpen(
  db: Db,
  { id, isOpen }: LocalChannel,
  { isPrivate, isHistoryProtected }: ChannelRecord,
): Promise<boolean> {
  if (isPrivate && isOpen) return true;
  if (!isHistoryProtected) return false;
  const row = await db
    .selectFrom("channel")
    .select("history_public_to_subscribers")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.history_public_to_subscribers === true;
}

interface ChannelColumns extends Pick<LocalChannel, "id" | "name" | "recipient_id"> {
  readonly invite_only: boolean;
  readonly is_archived: boolean;
}

const localChannel = ({ id, name, recipient_id, invite_only, is_archived }: ChannelColumns): LocalChannel => ({
  ...{ id, name, recipient_id },
  isOpen: !invite_only,
  isArchived: is_archived,
});

/** Open to everybody in the organization and to nobody else, like a public channel of an archive. */
export const isForItsMembers = (row: {
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly is_archived: boolean;
}): boolean => !row.invite_only && !row.is_web_public && !row.is_archived;

function channelNamed({ db, realm }: Writing, name: string) {
  return db
    .selectFrom("channel")
    .select(["id", "name", "recipient_id", "invite_only", "is_web_public", "is_archived"])
    .where("realm_id", "=", realm.id)
    .where("name_key", "=", nameKey(name))
    .executeTakeFirst();
}

/** Nobody who has left the channel here, or was removed from it: also while the import was interrupted. */
async function missingAmong(db: Db, channelId: ChannelId, users: readonly UserId[]): Promise<UserId[]> {
  const known = await everSubscribed(db, users, channelId);
  return users.filter((id) => !known.has(id));
}

interface FoundSubscribers {
  readonly subscribers: readonly UserId[];
  readonly leftOut: readonly SkippedRecord[];
}

/** Those whom the archive has. */
export function subscribersAmong(
  people: { get(id: string): { readonly id: UserId } | undefined },
  { name, subscribers }: ChannelRecord,
): FoundSubscribers {
  const known = subscribers.slice(0, MAX_PEOPLE_IN_CHANNEL).flatMap((id) => people.get(id)?.id ?? []);
  const tooMany = Math.max(0, subscribers.length - MAX_PEOPLE_IN_CHANNEL);
  const unknown = subscribers.length - tooMany - known.length;
  const leave = (reason: string, count: number) => (count > 0 ? [skipped("subscribers", reason, name, count)] : []);
  const leftOut = [
    ...leave("the person is not in the archive", unknown),
    ...leave("the channel has too many", tooMany),
  ];
  return { subscribers: [...new Set(known)], leftOut };
}
