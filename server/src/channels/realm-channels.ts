/** Organization settings that name a channel; -1 is none. */

import { type ChannelId, demand } from "../kernel/api/index.ts";
import { record } from "../kernel/audit/record.ts";
import type { WriteContext } from "../kernel/context.ts";
import { toEveryone } from "../kernel/events/audience.ts";
import { append } from "../kernel/events/log.ts";
import { on } from "../kernel/moments.ts";
import { settingChanging } from "../organization/moments.ts";
import { realmUpdateDictEvent } from "../organization/realms/events.ts";
import { storeSettings } from "../organization/realms/store.ts";
import { CHANNEL_SETTINGS } from "../organization/settings/realm-settings.ts";
import { activeChannelFor } from "./access.ts";
import { ModerationChannelMustBePrivate } from "./update/contract.ts";

const NONE = -1;

/** Throws if the setting cannot name this channel. */
export const checkingRealmChannels = on(settingChanging, async (ctx, { name: setting, value }) => {
  if (!(CHANNEL_SETTINGS as readonly string[]).includes(setting) || value === NONE) return;
  const channel = await activeChannelFor(ctx, value as ChannelId);
  demand(setting !== "moderation_request_channel_id" || channel.invite_only, new ModerationChannelMustBePrivate());
});

/** No setting may name an archived channel. */
export async function clearRealmChannels(ctx: WriteContext, id: ChannelId): Promise<void> {
  const named = CHANNEL_SETTINGS.filter((setting) => ctx.realm.settings[setting] === id);
  if (named.length === 0) return;
  const data = Object.fromEntries(named.map((setting) => [setting, NONE]));
  await storeSettings(ctx.db, ctx.realm.id, data);
  for (const setting of named) record(ctx, "realm_setting_changed", { setting, from: id, to: NONE });
  append(ctx, realmUpdateDictEvent({ op: "update_dict", property: "default", data }), toEveryone);
}
