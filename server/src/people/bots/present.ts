/** Bots in the API's format, for their owners and administrators. */

import { BotType } from "../../kernel/access/roles.ts";
import type { ChannelId } from "../../kernel/api/ids.ts";
import type { ShapeOf } from "../../kernel/api/index.ts";
import type { OpenContext, Realm } from "../../kernel/context.ts";
import { avatarUrl } from "../users/present.ts";
import type { Viewer } from "../users/viewers.ts";
import { botChannels } from "./channels.ts";
import type { botFields } from "./contract.ts";
import type { BotRow } from "./store.ts";

/** The name of a channel; null if the viewer cannot see it. */
export type ChannelNames = (id: ChannelId | null) => string | null;

export type PresentedBot = ShapeOf<typeof botFields>;

/** Secrets stay encrypted for the log; responses pass `open` to decrypt them. */
export function presentBot(
  realm: Realm,
  bot: BotRow,
  nameOf: ChannelNames,
  open = (sealed: string) => sealed,
): PresentedBot {
  return {
    user_id: bot.id,
    email: bot.delivery_email,
    full_name: bot.full_name,
    bot_type: bot.bot_type as number,
    is_active: bot.is_active,
    api_key: open(bot.api_key_encrypted),
    avatar_url: avatarUrl(realm, bot),
    ...presentDefaults(bot, nameOf),
    owner_id: bot.bot_owner_id,
    services: presentServices(bot, open),
  };
}

export const presentDefaults = (bot: BotRow, nameOf: ChannelNames) => ({
  default_sending_stream: nameOf(bot.default_sending_channel_id),
  default_events_register_stream: nameOf(bot.default_events_register_channel_id),
  default_all_public_streams: bot.default_all_public_streams ?? false,
});

export function presentServices(bot: BotRow, open = (sealed: string) => sealed): PresentedBot["services"] {
  const { base_url, interface: form, token_encrypted } = bot;
  if (bot.bot_type !== BotType.outgoingWebhook || base_url === null || form === null || token_encrypted === null)
    return [];
  return [{ base_url, interface: form, token: open(token_encrypted) }];
}

/** The names of these bots' channels that the viewer can see. */
export async function channelNamesFor(
  { app, db, realm }: Pick<OpenContext, "app" | "db" | "realm">,
  viewer: Viewer,
  bots: readonly BotRow[],
): Promise<ChannelNames> {
  const ids = bots.flatMap((bot) => [bot.default_sending_channel_id, bot.default_events_register_channel_id]);
  const named = [...new Set(ids.filter((id) => id !== null))];
  if (named.length === 0) return () => null;
  const names = await botChannels.of(app).names(db, realm.id, viewer, named);
  return (id) => (id === null ? null : (names.get(id) ?? null));
}
