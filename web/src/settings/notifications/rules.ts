/** Channels with their own notification rules. A channel without one follows the row for every channel. */
import type { Channel, State } from "@parley/client";
import { subscriptions } from "@parley/server/contract";
import { type Settings, settingsOf } from "../../state/user-settings.ts";
import type { SettingSource } from "../setting.ts";

/** In the order of the table's columns, with the setting for every channel. */
const INHERITED = {
  desktop_notifications: "enable_stream_desktop_notifications",
  audible_notifications: "enable_stream_audible_notifications",
  push_notifications: "enable_stream_push_notifications",
  email_notifications: "enable_stream_email_notifications",
} as const satisfies Record<string, keyof Settings>;

export type RuleName = keyof typeof INHERITED;
export const RULES = Object.keys(INHERITED) as readonly RuleName[];

type Defaults = Pick<Settings, (typeof INHERITED)[RuleName]>;
type Personal = NonNullable<Channel["personal"]>;

/** Whether the channel has no choice of its own here. */
export const isInherited = ({ personal }: Pick<Channel, "personal">, rule: RuleName): boolean =>
  (personal?.[rule] ?? null) === null;

const ruleValue = (personal: Partial<Personal> | undefined, rule: RuleName, defaults: Defaults): boolean =>
  personal?.[rule] ?? defaults[INHERITED[rule]];

/** Subscribed channels where something differs from every other channel, by name. */
export function channelsWithRules(
  channels: State["channels"]["channels"],
  defaults: Defaults,
): readonly Pick<Channel, "stream_id" | "name" | "personal">[] {
  const differs = ({ personal }: Channel) =>
    RULES.some((rule) => ruleValue(personal, rule, defaults) !== defaults[INHERITED[rule]]);
  return [...channels.values()]
    .filter((channel) => channel.is_subscribed && !channel.is_archived && differs(channel))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** What makes the channel follow the others again: the API cannot remove a choice, but it can be the same as theirs. */
export const sameAsOthers = (channel: Pick<Channel, "stream_id" | "personal">, defaults: Defaults) =>
  RULES.filter((rule) => !isInherited(channel, rule)).map((property) => ({
    stream_id: channel.stream_id,
    property,
    value: defaults[INHERITED[property]],
  }));

const sources = new Map<number, SettingSource<RuleName>>();

export function rulesOf(channelId: number): SettingSource<RuleName> {
  const source = sources.get(channelId) ?? {
    operation: subscriptions.updateSubscription,
    read: (state: State, rule: RuleName) =>
      ruleValue(state.channels.channels.get(channelId)?.personal, rule, settingsOf(state)),
    save: (connection, property, value) =>
      connection.call(subscriptions.updateSubscription, { stream_id: channelId, property, value: value === true }),
  };
  sources.set(channelId, source);
  return source;
}
