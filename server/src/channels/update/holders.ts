/** Changes who holds a channel's permission. */

import type { GroupSettingUpdate, GroupSettingValue } from "../../kernel/access/group-setting.ts";
import { type ChannelPermission, channelPermissions } from "../../kernel/access/permission-settings.ts";
import { checkSettingUpdate, storeSettingValue } from "../../kernel/access/setting-values.ts";
import { dropAnonymousGroup, settingValues } from "../../kernel/access/store.ts";
import { demand } from "../../kernel/api/index.ts";
import { permissionChange } from "../../kernel/audit/groups.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { append } from "../../kernel/events/log.ts";
import { viewersOf } from "../../people/users/viewers.ts";
import { toThoseWhoSee } from "../audience.ts";
import { type ChannelProperty, channelUpdateEvent } from "../events.ts";
import { announceInChannel, holders } from "../notices.ts";
import { needsContentAccess, REVEALING } from "../permissions.ts";
import { postPolicy } from "../present.ts";
import { announceSight, sightOf } from "../sight.ts";
import { type ChannelRow, changeChannel } from "../store.ts";
import { ContentAccessRequired } from "./contract.ts";

/** Returns the updated channel. */
export async function updatePermission(
  ctx: WriteContext,
  channel: ChannelRow,
  name: ChannelPermission,
  update: GroupSettingUpdate,
  canRead: boolean,
): Promise<ChannelRow> {
  const { db, realm } = ctx;
  const checkCaller = () => demand(canRead || !needsContentAccess(name), new ContentAccessRequired());
  const setting = { name, limits: channelPermissions[name], current: channel[name], checkCaller };
  const value = await checkSettingUpdate(ctx, setting, update);
  if (value === undefined) return channel;
  const old = (await settingValues(db, [channel[name]]))(channel[name]);
  const change = await permissionChange(db, name, channel[name], value);
  record(ctx, "channel_permission_changed", { channel: channel.id, ...change });

  const isRevealing = channel.invite_only && REVEALING.some((permission) => permission === name);
  const users = isRevealing ? await viewersOf(db, realm.id) : [];
  const before = await sightOf(db, [channel], users);
  const changed = await changeChannel(db, channel.id, { [name]: await storeSettingValue(db, realm.id, value) });
  const after = await sightOf(db, [changed], users);
  await dropAnonymousGroup(db, channel[name]);

  const gained = await announceSight(ctx, [changed], users, before, after);
  const audience = { ...(await toThoseWhoSee(db, changed)), except: gained.get(channel.id) ?? [] };
  const announce = (property: ChannelProperty, now: GroupSettingValue | number | boolean) =>
    append(
      ctx,
      channelUpdateEvent({ op: "update", stream_id: channel.id, name: channel.name, property, value: now }),
      audience,
    );
  announce(name, value);
  if (name === "can_send_message_group") {
    const [was, is] = [channel, changed].map((each) => postPolicy(each[name], realm.systemGroups)) as [number, number];
    if (was !== is) announce("stream_post_policy", is);
    if ((was === 2) !== (is === 2)) announce("is_announcement_only", is === 2);
    const [then = [], now = []] = await holders(ctx, old, value);
    await announceInChannel(ctx, changed, (say, who) => say.postersChanged(who, then, now));
  }
  return changed;
}
