/** People in groups: in this conversation, in its channel, and everyone else. */
import type { State } from "@parley/client";
import { type Presence, presenceAt } from "../state/presence.ts";

type PanelPerson = State["users"]["users"] extends ReadonlyMap<number, infer U> ? U : never;

export interface PeopleGroup {
  readonly name: "conversation" | "channel" | "others";
  /** Active people first, then by name. */
  readonly userIds: readonly number[];
}

interface PeopleQuery {
  readonly state: Pick<State, "users" | "presence" | "channels">;
  readonly inConversation: readonly number[];
  readonly channelId: number | undefined;
  readonly isNamed: (person: PanelPerson) => boolean;
  readonly now: number;
  readonly offlineAfter: number;
}

const RANK: Readonly<Record<Presence, number>> = { active: 0, idle: 1, away: 2 };

export function peopleGroups({
  state,
  inConversation,
  channelId,
  isNamed,
  now,
  offlineAfter,
}: PeopleQuery): PeopleGroup[] {
  const { users, presence, channels } = state;
  const shown = [...users.users.values()].filter((person) => person.is_active && isNamed(person));
  const rank = new Map(
    shown.map(({ user_id }) => [user_id, RANK[presenceAt(presence.get(user_id), now, offlineAfter)]]),
  );
  shown.sort(
    (a, b) => (rank.get(a.user_id) ?? 0) - (rank.get(b.user_id) ?? 0) || a.full_name.localeCompare(b.full_name),
  );
  const here = new Set(inConversation);
  const subscribers = new Set(channelId === undefined ? [] : (channels.channels.get(channelId)?.subscribers ?? []));
  const groupOf = ({ user_id }: PanelPerson): PeopleGroup["name"] =>
    here.has(user_id) ? "conversation" : subscribers.has(user_id) ? "channel" : "others";
  const by = Map.groupBy(shown, groupOf);
  return (["conversation", "channel", "others"] as const).flatMap((name) => {
    const people = by.get(name);
    return people ? [{ name, userIds: people.map(({ user_id }) => user_id) }] : [];
  });
}
