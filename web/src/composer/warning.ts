/** The most important warning before sending. */
import { holderOf, realmSettings, type State } from "@parley/client";
import { canAddSubscribers, hasContentAccess } from "@parley/server/channels/permissions.ts";
import { isResolved } from "../actions/resolved.ts";
import { t } from "../text/text.ts";
import type { Target } from "./target.ts";

/** The state that warnings depend on. */
export type Warned = Pick<State, "users" | "channels" | "groups" | "realm">;

export interface Warning {
  readonly text: string;
  /** Subscribes these people, if allowed. */
  readonly subscribe?: { readonly label: string; readonly channel: string; readonly userIds: readonly number[] };
}

/** Wildcard mentions warn from this number of people on. */
const MANY = 15;

export function warningFor(state: Warned, target: Target, text: string): Warning | undefined {
  if (target.to === "direct") {
    const gone = target.userIds.find((id) => state.users.users.get(id)?.is_active === false);
    return gone === undefined ? undefined : deactivated(state, gone);
  }
  const channel = target.channelId === undefined ? undefined : state.channels.channels.get(target.channelId);
  if (!channel) return undefined;
  const { name, subscribers } = channel;
  const reader = holderOf(state);
  if (!channel.is_subscribed)
    return {
      text: t("composer.notSubscribed", { channel: name }),
      ...(hasContentAccess(reader, channel)
        ? { subscribe: { label: t("composer.subscribe"), channel: name, userIds: [state.users.ownId] } }
        : {}),
    };
  if (isResolved(target.topic)) return { text: t("composer.resolved") };
  if (/(?:^|[\s'"([{/<])@\*\*(?:all|everyone|channel|stream)\*\*/.test(text) && channel.subscriber_count > MANY)
    return { text: t("composer.wildcard", { count: channel.subscriber_count }) };
  const named = mentioned(state, text);
  const gone = named.find((id) => state.users.users.get(id)?.is_active === false);
  if (gone !== undefined) return deactivated(state, gone);
  const absent = named.find((id) => subscribers !== undefined && !subscribers.includes(id));
  if (absent === undefined) return undefined;
  const person = nameOf(state, absent);
  return {
    text: t("composer.mentionNotSubscribed", { name: person, channel: name }),
    ...(canAddSubscribers(reader, realmSettings(state), channel)
      ? { subscribe: { label: t("composer.subscribeThem", { name: person }), channel: name, userIds: [absent] } }
      : {}),
  };
}

const nameOf = ({ users }: Warned, id: number): string => users.users.get(id)?.full_name ?? t("parts.unknownPerson");

const deactivated = (state: Warned, id: number): Warning => ({
  text: t("composer.deactivatedPerson", { name: nameOf(state, id) }),
});

/** The people mentioned (not silently) in the text. */
function mentioned({ users }: Warned, text: string): number[] {
  const names = [...text.matchAll(/(?<!_)@\*\*([^*|]+)(?:\|(\d+))?\*\*/g)];
  if (names.length === 0) return [];
  return names.flatMap(([, name = "", id]) => {
    if (id !== undefined) return [Number(id)];
    const wanted = name.toLowerCase();
    const person = [...users.users.values()].find(
      ({ full_name, is_active }) => is_active && full_name.toLowerCase() === wanted,
    );
    return person ? [person.user_id] : [];
  });
}
