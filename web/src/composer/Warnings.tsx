/** One thing at a time that the writer should know before sending. */
import type { State } from "@parley/client";
import { channels } from "@parley/server/contract";
import { Banner } from "../parts/states.tsx";
import { nameOf } from "../state/people.ts";
import { type GroupValue, holds, isAdministrator } from "../state/permissions.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import type { Target } from "./target.ts";

interface Warning {
  readonly text: string;
  /** Subscribes these people, where that is allowed. */
  readonly subscribe?: { readonly label: string; readonly channel: string; readonly userIds: readonly number[] };
}

const RESOLVED = "✔ ";
/** Below this, a mention of everybody surprises nobody. */
const MANY = 15;

export function Warnings({ target, text }: { readonly target: Target; readonly text: string }) {
  const { connection } = useSession();
  const state = useStore((each) => each);
  const warning = warningFor(state, target, text);
  if (!warning) return null;
  const { subscribe } = warning;
  const add = () =>
    subscribe &&
    connection.call(channels.subscribe, {
      subscriptions: [{ name: subscribe.channel }],
      principals: [...subscribe.userIds],
    });
  return (
    <Banner {...(subscribe ? { action: { label: subscribe.label, do: () => void add() } } : {})}>{warning.text}</Banner>
  );
}

export function warningFor(state: State, target: Target, text: string): Warning | undefined {
  if (target.to === "direct") {
    const gone = target.userIds.find((id) => state.users.users.get(id)?.is_active === false);
    return gone === undefined ? undefined : { text: t("composer.deactivatedPerson", { name: nameOf(state, gone) }) };
  }
  const channel = target.channelId === undefined ? undefined : state.channels.channels.get(target.channelId);
  if (!channel) return undefined;
  const { name, subscribers } = channel;
  if (!channel.is_subscribed)
    return {
      text: t("composer.notSubscribed", { channel: name }),
      subscribe: { label: t("composer.subscribe"), channel: name, userIds: [state.users.ownId] },
    };
  if (target.topic.startsWith(RESOLVED)) return { text: t("composer.resolved") };
  if (/(?:^|[\s'"([{/<])@\*\*(?:all|everyone|channel|stream)\*\*/.test(text) && channel.subscriber_count > MANY)
    return { text: t("composer.wildcard", { count: channel.subscriber_count }) };
  const absent = mentioned(state, text).find((id) => subscribers !== undefined && !subscribers.includes(id));
  if (absent === undefined) return undefined;
  const person = nameOf(state, absent);
  const mayAdd =
    isAdministrator(state) ||
    holds(state, state.users.ownId, channel.can_add_subscribers_group as GroupValue) ||
    (!channel.invite_only &&
      holds(state, state.users.ownId, state.realm.realm_can_add_subscribers_group as GroupValue));
  return {
    text: t("composer.mentionNotSubscribed", { name: person, channel: name }),
    ...(mayAdd
      ? { subscribe: { label: t("composer.subscribeThem", { name: person }), channel: name, userIds: [absent] } }
      : {}),
  };
}

/** Who is mentioned aloud, as the text has it now. */
function mentioned({ users }: State, text: string): number[] {
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
