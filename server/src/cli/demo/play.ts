/** Plays the script with the actions that requests use, at times in the past. */

import { createChannel, PUBLIC_CHANNEL } from "../../channels/create/actions.ts";
import { type ChannelRow, channelsByName } from "../../channels/store.ts";
import { addSubscriptions } from "../../channels/subscribe/actions.ts";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import { type App, change, type OpenContext, type Realm, type User, type Writing } from "../../kernel/context.ts";
import { nameKey } from "../../kernel/names/visible.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { InvalidMessage, messageFor } from "../../messages/access.ts";
import { addReaction } from "../../messages/reactions/actions.ts";
import { sendMessage } from "../../messages/send/actions.ts";
import { createUser } from "../../people/users/actions.ts";
import { emojiMeant } from "../../text/emoji/reference.ts";
import { renderPlainly } from "../../text/rendered.ts";
import { botReports } from "./bots.ts";
import { channels, type DemoChannel } from "./channels.ts";
import { conversations } from "./conversations/index.ts";
import type { DemoCast } from "./dress.ts";
import { bots, OWNER, type PersonKey, people } from "./people.ts";
import { Random } from "./random.ts";
import type { DemoLine } from "./script.ts";
import { markReadUpto, rewrite } from "./store.ts";
import { timeline, type Utterance, workingDayBefore } from "./timeline.ts";

export const DOMAIN = "kestrelmaps.example";
/** Working days of history. */
export const DAYS = 30;
/** Messages in one transaction. */
const BATCH = 200;
/** Everything older than this many working days is read. */
const READ_BEFORE_DAYS = 2;

export interface DemoScene {
  readonly app: App;
  readonly realm: Realm;
  readonly ownerId: UserId;
  /** The password of everyone but the owner. */
  readonly passwordHash: string;
  readonly now: number;
  readonly seed: number;
  readonly progress?: Progress;
}

/** A sent message and the script line it came from. */
export interface DemoMessage {
  readonly id: MessageId;
  readonly line: DemoLine;
}

type Cast = ReadonlyMap<string, User>;

export async function play(stage: DemoScene): Promise<DemoCast> {
  const { progress = unobserved } = stage;
  const chance = new Random(stage.seed);
  progress.begin("Creating people and channels");
  const ids = await change(before(stage, DAYS + 1), (ctx) => hire(ctx, stage));
  await change(before(stage, DAYS + 1), (ctx) => openChannels(ctx, ids));
  const cast = await castFor(stage, ids);

  const reports = Array.from({ length: DAYS }, (_, day) => botReports(day + 1, chance)).flat();
  const utterances = timeline([...conversations, ...reports], stage.now, chance);
  const sent: DemoMessage[] = [];
  let readUpto = 0;
  const readBefore = workingDayBefore(stage.now, READ_BEFORE_DAYS);
  progress.begin("Sending messages", utterances.length);
  for (let start = 0; start < utterances.length; start += BATCH) {
    const batch = utterances.slice(start, start + BATCH);
    const messageIds = await change(before(stage, 0), (ctx) => speak(ctx, cast, batch));
    for (const [index, { line, at }] of batch.entries()) {
      const id = messageIds[index] as MessageId;
      sent.push({ id, line });
      if (at < readBefore) readUpto = id;
    }
    progress.add(batch.length);
  }
  progress.begin("Adding reactions and edits");
  await change(before(stage, 0), ({ db }) => markReadUpto(db, [...ids.values()], readUpto));
  await change(before(stage, 0), (ctx) => react(ctx, cast, sent, chance));
  await change(before(stage, 0), (ctx) => edit(ctx, sent));
  return { ids, sent };
}

/** Each reaction comes from a few random people; those who cannot see the message are skipped. */
async function react(ctx: Writing, cast: Cast, sent: readonly DemoMessage[], chance: Random): Promise<void> {
  const people = [...cast.values()].filter((user) => !user.is_bot);
  for (const { id, line } of sent)
    for (const emoji_name of new Set(line.reactions)) {
      const emoji = emojiMeant(ctx.realm, { emoji_name });
      for (const user of chance.some(people, chance.between(2, 4))) {
        const reacting = { ...ctx, user };
        const message = await messageFor(reacting, id).catch(undefinedIfHidden);
        if (message) await addReaction(reacting, message, emoji);
      }
    }
}

function undefinedIfHidden(error: unknown): undefined {
  if (!(error instanceof InvalidMessage)) throw error;
}

async function edit(ctx: Writing, sent: readonly DemoMessage[]): Promise<void> {
  for (const { id, line } of sent)
    if (line.edited !== undefined) await rewrite(ctx.db, id, line.edited, await renderPlainly(ctx, line.edited));
}

/** The server's own context, a number of working days ago. */
function before({ app, realm, now }: DemoScene, daysAgo: number): OpenContext {
  const then = daysAgo === 0 ? now : workingDayBefore(now, daysAgo) + 8 * 3600;
  return { ...serverContext(app, realm), now: then };
}

async function hire(ctx: Writing, { ownerId, passwordHash }: DemoScene): Promise<Map<string, UserId>> {
  const ids = new Map<string, UserId>([[OWNER, ownerId]]);
  for (const [key, { name, role }] of Object.entries(people)) {
    if (key === OWNER) continue;
    const account = { email: `${key}@${DOMAIN}`, full_name: name, role, password_hash: passwordHash };
    ids.set(key, (await createUser(ctx, account)).user.id);
  }
  for (const [key, { name, type, owner }] of Object.entries(bots)) {
    const account = {
      email: `${key}-bot@${DOMAIN}`,
      full_name: name,
      role: people[owner].role,
      password_hash: null,
      bot_type: type,
      bot_owner_id: ids.get(owner) as UserId,
    };
    ids.set(key, (await createUser(ctx, account)).user.id);
  }
  return ids;
}

async function openChannels(ctx: Writing, ids: ReadonlyMap<string, UserId>): Promise<void> {
  const idOf = (key: string) => ids.get(key) as UserId;
  const everybody = (Object.keys(people) as PersonKey[]).filter((key) => people[key].role <= people.mei.role);
  for (const channel of channels) {
    const users = (channel.members ?? everybody).map(idOf);
    const [existing] = await channelsByName(ctx.db, ctx.realm.id, idOf(OWNER), [channel.name]);
    const row = existing ?? (await open(ctx, channel, idOf(channel.creator), users));
    const fresh = existing ? new Set<string>() : new Set([nameKey(channel.name)]);
    await addSubscriptions(ctx, { users, channels: [row], colors: new Map<ChannelId, string>(), fresh });
  }
}

function open(ctx: Writing, channel: DemoChannel, creator_id: UserId, users: readonly UserId[]): Promise<ChannelRow> {
  const { name, description, kind } = channel;
  const { realm, app } = ctx;
  const plan = {
    ...PUBLIC_CHANNEL,
    invite_only: kind.startsWith("private"),
    is_web_public:
      kind === "web-public" && app.config.webPublicStreamsEnabled && realm.settings.enable_spectator_access,
    history_public_to_subscribers: kind !== "private with protected history",
    is_default: channel.isDefault ?? false,
    topics_policy: channel.hasNoTopics ? ("empty_topic_only" as const) : PUBLIC_CHANNEL.topics_policy,
    permissions: channel.isForAnnouncements ? { can_send_message_group: realm.systemGroups["role:moderators"] } : {},
  };
  return createChannel(ctx, plan, { name, description, creator_id }, users);
}

/** Everyone, as the user objects that permission checks need. */
async function castFor({ app, realm }: DemoScene, ids: ReadonlyMap<string, UserId>): Promise<Cast> {
  const { reader } = app.database;
  const { version } = await app.identities.realmById(reader, realm.id);
  const rows = await reader.selectFrom("user").selectAll().where("realm_id", "=", realm.id).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const cast = new Map<string, User>();
  for (const [key, id] of ids) {
    const row = byId.get(id);
    if (row) cast.set(key, await app.identities.user(reader, row, version));
  }
  return cast;
}

async function speak(ctx: Writing, cast: Cast, utterances: readonly Utterance[]): Promise<MessageId[]> {
  const idOf = (key: string) => cast.get(key)?.id as UserId;
  const sent: MessageId[] = [];
  for (const { line, conversation, at } of utterances) {
    const user = cast.get(line.from) as User;
    const speaking = { ...ctx, user, now: at, client: user.is_bot ? "ParleyBot" : "website" };
    const address =
      "channel" in conversation
        ? { type: "channel" as const, to: conversation.channel, topic: conversation.topic }
        : { type: "direct" as const, to: conversation.people.map(idOf) };
    sent.push((await sendMessage(speaking, { ...address, content: line.text })).id);
  }
  return sent;
}
