/**
 * Channels as text that everybody's registration uses: everyone who sees a channel sees the same of it, besides their own
 * subscription. Which ones they see is decided for each user.
 */
import type { ChannelId, UserId } from "../kernel/api/ids.ts";
import type { Context, Realm } from "../kernel/context.ts";
import { compiled } from "../kernel/db/compiled.ts";
import type { Db } from "../kernel/db/handles.ts";
import type { SharedKey, SnapshotOptions } from "../kernel/feature.ts";
import { mapInSteps } from "../kernel/steps.ts";
import type { ChannelFacts } from "./permissions.ts";
import { type PresentedChannel, presentChannels } from "./present.ts";
import { type ChannelRow, everyChannel } from "./store.ts";
import { activeSubscribers, LARGE_CHANNEL } from "./subscription-lists.ts";
import { subscribersOf } from "./subscriptions/store.ts";

/** What changes without an event: with a channel's first message, with any message after a long silence, and once a day. */
type Unannounced = Pick<ChannelRow, "first_message_id" | "is_recently_active" | "weekly_traffic">;

const unannouncedOf = compiled((db, { realmId }: { realmId: Realm["id"] }) =>
  db
    .selectFrom("channel")
    .select(["id", "first_message_id", "is_recently_active", "weekly_traffic"])
    .where("realm_id", "=", realmId),
);

export class SharedChannel {
  readonly row: ChannelRow;
  readonly isLarge: boolean;
  /** For rules, which are about a user's relation to a channel: there are two. */
  readonly subscribed: ChannelFacts;
  readonly notSubscribed: ChannelFacts;
  #presented: PresentedChannel;
  #text: string;

  constructor(row: ChannelRow, presented: PresentedChannel) {
    this.row = row;
    this.subscribed = { ...row, is_subscribed: true };
    this.notSubscribed = { ...row, is_subscribed: false };
    this.isLarge = presented.subscriber_count >= LARGE_CHANNEL;
    this.#presented = presented;
    this.#text = openJson(presented);
  }

  /** The JSON object without its last brace, as of a snapshot. */
  textWith({ first_message_id, is_recently_active, weekly_traffic: stream_weekly_traffic }: Unannounced): string {
    const now = { first_message_id, is_recently_active, stream_weekly_traffic };
    const isSame =
      first_message_id === this.#presented.first_message_id &&
      is_recently_active === this.#presented.is_recently_active &&
      stream_weekly_traffic === this.#presented.stream_weekly_traffic;
    if (!isSame) {
      this.#presented = { ...this.#presented, ...now };
      this.#text = openJson(this.#presented);
    }
    return this.#text;
  }

  get size(): number {
    return 2 * this.#text.length + ROW_BYTES;
  }
}

/** About what the columns and the presented fields of a channel take in memory. */
const ROW_BYTES = 4000;

const openJson = (presented: object): string => JSON.stringify(presented).slice(0, -1);

interface SharedChannels {
  /** By name. */
  readonly channels: readonly SharedChannel[];
  readonly size: number;
}

const keyOf = (key: string, stamp = ""): SharedKey => ({
  key: `channels/${key}`,
  stamp,
  changedBy: {
    events: [
      "realm",
      "realm_bot",
      "realm_user",
      "stream",
      "subscription/add",
      "subscription/peer_add",
      "subscription/peer_remove",
      "subscription/remove",
      "user_group",
    ],
  },
});

/** All channels of the organization, by name, each with its text as of this snapshot. */
export async function channelTexts({ db, realm }: Context, options: SnapshotOptions) {
  const reading = options.shared<SharedChannels>(keyOf("all"), async () => {
    const rows = await everyChannel(db, realm.id);
    const presented = await presentChannels(db, realm, rows);
    const pairs = rows.map((row, index) => [row, presented[index] as PresentedChannel] as const);
    const made = await mapInSteps(pairs, ([row, each]) => new SharedChannel(row, each));
    return { channels: made, size: made.reduce((sum, { size }) => sum + size, 0) };
  });
  const [{ channels }, unannounced] = await Promise.all([reading, unannouncedOf(db, { realmId: realm.id })]);
  const now = new Map<ChannelId, Unannounced>(unannounced.map((row) => [row.id, row]));
  return channels.map((channel) => ({
    channel,
    text: channel.textWith(now.get(channel.row.id) ?? channel.row),
  }));
}

/** The subscribers of some channels, as JSON text. */
class SubscriberTexts {
  readonly texts: ReadonlyMap<ChannelId, string>;
  readonly size: number;

  constructor(subscribers: ReadonlyMap<ChannelId, readonly UserId[]>) {
    this.texts = new Map([...subscribers].map(([id, users]) => [id, `[${users.join()}]`]));
    this.size = [...this.texts.values()].reduce((sum, { length }) => sum + length, 0);
  }
}

const PARTIAL_LISTS_SECONDS = 60;

/** What follows a channel's text if subscribers were asked for. */
export async function subscriberTexts(
  ctx: Context,
  options: SnapshotOptions,
  channels: readonly SharedChannel[],
): Promise<(channel: SharedChannel) => string> {
  const { include_subscribers } = options;
  if (include_subscribers === "false") return () => "";
  const read = (key: SharedKey, isMeant: (channel: SharedChannel) => boolean, ask: Ask) =>
    options.shared(key, async () => {
      const ids = channels.filter(isMeant).map(({ row }) => row.id);
      return new SubscriberTexts(await ask(ctx.db, ids));
    });
  const small = await read(keyOf("subscribers"), ({ isLarge }) => !isLarge, subscribersOf);
  const isPartial = include_subscribers === "partial";
  const large = isPartial
    ? // Who was active is not announced. A list that is a minute old lacks those who came back since.
      await read(
        keyOf("active subscribers", String(Math.floor(ctx.now / PARTIAL_LISTS_SECONDS))),
        ({ isLarge }) => isLarge,
        (db, ids) => activeSubscribers(db, ids, ctx.now),
      )
    : await read(keyOf("all subscribers"), ({ isLarge }) => isLarge, subscribersOf);
  return ({ row, isLarge }) =>
    isLarge
      ? `,"${isPartial ? "partial_subscribers" : "subscribers"}":${large.texts.get(row.id) ?? "[]"}`
      : `,"subscribers":${small.texts.get(row.id) ?? "[]"}`;
}

type Ask = (db: Db, ids: readonly ChannelId[]) => Promise<Map<ChannelId, UserId[]>>;
