/** The reader's own settings for a channel. Notifications without a choice of their own follow the other channels. */
import type { Channel, State } from "@parley/client";
import { subscriptions } from "@parley/server/contract";
import { settingsOf } from "../../state/user-settings.ts";
import { isInherited, RULES, type RuleName, rulesOf } from "../notifications/rules.ts";
import { group, type SettingsGroup } from "../page.ts";
import { type SettingSource, toggle } from "../setting.ts";

export type PersonalKey = RuleName | "wildcard_mentions_notify" | "pin_to_top" | "is_muted";

const isRule = (key: PersonalKey): key is RuleName => RULES.some((rule) => rule === key);

const personalSource = (channelId: number): SettingSource<PersonalKey> => ({
  read(state: State, key) {
    if (isRule(key)) return rulesOf(channelId).read(state, key);
    const personal = state.channels.channels.get(channelId)?.personal;
    if (key === "wildcard_mentions_notify") return personal?.[key] ?? settingsOf(state)[key];
    return personal?.[key] ?? false;
  },
  save: (connection, property, value) =>
    connection.call(subscriptions.updateSubscription, { stream_id: channelId, property, value: value === true }),
});

/** Whether the channel has no choice of its own here, but could have one. */
export function isFollowing(channel: Pick<Channel, "personal">, key: PersonalKey): boolean {
  if (isRule(key)) return isInherited(channel, key);
  return key === "wildcard_mentions_notify" && (channel.personal?.[key] ?? null) === null;
}

const known = new Map<number, readonly SettingsGroup<PersonalKey>[]>();

export function personalGroups(channelId: number): readonly SettingsGroup<PersonalKey>[] {
  const source = personalSource(channelId);
  const made = known.get(channelId) ?? [
    group({
      title: "channelSettings.inSidebar",
      source,
      settings: [
        toggle("pin_to_top", "channelSettings.pin"),
        toggle("is_muted", "channelSettings.mute", { help: "channelSettings.muteHelp" }),
      ],
    }),
    group({
      title: "address.notifications",
      help: "channelSettings.notificationsHelp",
      source,
      settings: [
        toggle("desktop_notifications", "channelSettings.desktop"),
        toggle("audible_notifications", "channelSettings.sound"),
        toggle("push_notifications", "channelSettings.mobile"),
        toggle("email_notifications", "channelSettings.email"),
        toggle("wildcard_mentions_notify", "channelSettings.wildcards"),
      ],
    }),
  ];
  known.set(channelId, made);
  return made;
}
