/** Events about bots, for their owners and for administrators. */

import { isAdministrator, Role } from "../../kernel/access/roles.ts";
import type { ChannelId, UserId } from "../../kernel/api/ids.ts";
import type { DeclaredEvent } from "../../kernel/api/index.ts";
import type { Writing } from "../../kernel/context.ts";
import { toEveryone, toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { userUpdateEvent } from "../users/events.ts";
import type { UserRow } from "../users/present.ts";
import { viewersOf } from "../users/viewers.ts";
import { toHumanAdministrators, toManagersOf } from "./audience.ts";
import { botAddEvent, botDeleteEvent, botUpdateEvent } from "./events.ts";
import { type ChannelNames, channelNamesFor, type PresentedBot, presentBot, presentDefaults } from "./present.ts";
import { type BotRow, botById, botsOf } from "./store.ts";

/** Stands for any administrator: they know about all channels. */
const ADMINISTRATOR = { id: 0, role: Role.administrator };

export async function announceNewBot(ctx: Writing, id: UserId): Promise<void> {
  const bot = (await botById(ctx.db, ctx.realm.id, id)) as BotRow;
  await appendForManagers(ctx, bot, (nameOf) => botAddEvent({ op: "add", bot: presentBot(ctx.realm, bot, nameOf) }));
}

type Changed = Partial<Omit<PresentedBot, "user_id" | "email" | "bot_type">>;

/** For a change of one property that does not name a channel. */
export async function announceBotChange(ctx: Writing, bot: Managed, changed: Changed): Promise<void> {
  const event = botUpdateEvent({ op: "update", bot: { user_id: bot.id, ...changed } });
  append(ctx, event, await toManagersOf(ctx.db, ctx.realm.id, bot));
}

type Managed = Pick<BotRow, "id" | "bot_owner_id">;

export async function announceDefaultChannel(
  ctx: Writing,
  bot: BotRow,
  which: "default_sending_stream" | "default_events_register_stream",
): Promise<void> {
  await appendForManagers(ctx, bot, (nameOf) =>
    botUpdateEvent({ op: "update", bot: { user_id: bot.id, [which]: presentDefaults(bot, nameOf)[which] } }),
  );
}

/** Updates the bots that show the channel's name. */
export async function announceRenamedChannel(ctx: Writing, channelId: ChannelId): Promise<void> {
  for (const bot of await botsOf(ctx.db, ctx.realm.id, { channelId })) {
    if (bot.default_sending_channel_id === channelId) await announceDefaultChannel(ctx, bot, "default_sending_stream");
    if (bot.default_events_register_channel_id === channelId)
      await announceDefaultChannel(ctx, bot, "default_events_register_stream");
  }
}

/** If an administrator chose a channel that the owner cannot see, the owner's event omits its name. */
async function appendForManagers(
  ctx: Writing,
  bot: BotRow,
  make: (nameOf: ChannelNames) => DeclaredEvent,
): Promise<void> {
  const { db, realm } = ctx;
  const [owner] = bot.bot_owner_id === null ? [] : await viewersOf(db, realm.id, [bot.bot_owner_id]);
  const all = await channelNamesFor(ctx, ADMINISTRATOR, [bot]);
  const owners = owner ? await channelNamesFor(ctx, owner, [bot]) : all;
  const channels = [bot.default_sending_channel_id, bot.default_events_register_channel_id];
  if (channels.every((id) => owners(id) === all(id))) {
    append(ctx, make(all), await toManagersOf(db, realm.id, bot));
    return;
  }
  append(ctx, make(all), await toHumanAdministrators(db, realm.id));
  append(ctx, make(owners), toUsers(bot.bot_owner_id as UserId));
}

/** The bot disappears for its former owner and appears for the new one, unless they see all bots as administrators. */
export async function announceNewOwner(ctx: Writing, bot: BotRow, former: UserId | null): Promise<void> {
  const { db, realm } = ctx;
  const owner_id = bot.bot_owner_id as UserId;
  const roles = await viewersOf(db, realm.id, former === null ? [owner_id] : [former, owner_id]);
  const [before, after] = [former, owner_id].map((id) => roles.find((user) => user.id === id));
  if (before && !isAdministrator(before))
    append(ctx, botDeleteEvent({ op: "delete", bot: { user_id: bot.id } }), toUsers(before.id));
  if (after && !isAdministrator(after)) {
    const nameOf = await channelNamesFor(ctx, after, [bot]);
    append(ctx, botAddEvent({ op: "add", bot: presentBot(realm, bot, nameOf) }), toUsers(after.id));
  }
  const update = botUpdateEvent({ op: "update", bot: { user_id: bot.id, owner_id } });
  append(ctx, update, await toHumanAdministrators(db, realm.id));
  append(ctx, userUpdateEvent({ op: "update", person: { user_id: bot.id, bot_owner_id: owner_id } }), toEveryone);
}

type Overseer = Pick<UserRow, "id" | "role" | "bot_type">;

/**
 * A user became an administrator, or no longer is one: all bots appear for them, or disappear. Bots never manage bots,
 * whatever their role.
 */
export async function announceOversight(ctx: Writing, user: Overseer, formerRole: number): Promise<void> {
  const isNow = isAdministrator(user);
  if (user.bot_type !== null || isNow === isAdministrator({ role: formerRole })) return;
  const others = (await botsOf(ctx.db, ctx.realm.id)).filter((bot) => bot.bot_owner_id !== user.id);
  const nameOf = await channelNamesFor(ctx, ADMINISTRATOR, others);
  for (const bot of others) {
    const event = isNow
      ? botAddEvent({ op: "add", bot: presentBot(ctx.realm, bot, nameOf) })
      : botDeleteEvent({ op: "delete", bot: { user_id: bot.id } });
    append(ctx, event, toUsers(user.id));
  }
}
