/** People to subscribe: chosen one by one, as a group, as the subscribers of a channel, or from a pasted list. */
import type { State } from "@parley/client";
import { addressKey } from "@parley/server/kernel/names/address-key.ts";
import { fold } from "../../ranking/fold.ts";

export type PeopleChoice =
  | { readonly type: "person"; readonly userId: number }
  | { readonly type: "group"; readonly groupId: number }
  | { readonly type: "channel"; readonly channelId: number };

type PeopleState = Pick<State, "users" | "groups" | "channels">;

export const choiceKey = (choice: PeopleChoice): string => Object.values(choice).join(" ");

/** The people of a choice, without those who cannot be subscribed. */
export function peopleIn(state: PeopleState, choices: readonly PeopleChoice[]): ReadonlySet<number> {
  const ids = new Set(choices.flatMap((choice) => idsOf(state, choice)));
  return new Set([...ids].filter((id) => isSubscribable(state, id)));
}

export function isSubscribable({ users }: Pick<State, "users">, userId: number): boolean {
  const user = users.users.get(userId);
  return user?.is_active === true && user.is_system_bot !== true;
}

function idsOf(state: PeopleState, choice: PeopleChoice): readonly number[] {
  switch (choice.type) {
    case "person":
      return [choice.userId];
    case "group": {
      const members = membersOf(state.groups, choice.groupId);
      // Bots have roles too, but nobody means them by "everyone".
      const isRole = state.groups.get(choice.groupId)?.is_system_group === true;
      return isRole ? members.filter((id) => state.users.users.get(id)?.is_bot !== true) : members;
    }
    case "channel":
      return state.channels.channels.get(choice.channelId)?.subscribers ?? [];
  }
}

/** Also through subgroups. A group that contains itself is followed once. */
function membersOf(groups: State["groups"], groupId: number, seen = new Set<number>()): readonly number[] {
  if (seen.has(groupId)) return [];
  seen.add(groupId);
  const group = groups.get(groupId);
  if (!group) return [];
  return [...group.members, ...group.direct_subgroup_ids.flatMap((id) => membersOf(groups, id, seen))];
}

export interface PastedPeople {
  readonly userIds: readonly number[];
  /** Entries that nobody has as a name or address. */
  readonly unknown: readonly string[];
  /** Names that several people have. */
  readonly ambiguous: readonly string[];
}

/** Entries are on lines, or separated by commas or semicolons: "Ada", "ada@example.com", "Ada <ada@example.com>". */
export function entriesIn(pasted: string): readonly string[] {
  return pasted
    .split(/[\n\r,;\t]+/)
    .map((entry) => entry.replace(/^[\s"'@*•-]+|[\s"'*]+$/g, ""))
    .filter((entry) => entry !== "");
}

export function peopleNamed({ users }: Pick<State, "users">, pasted: string): PastedPeople {
  const subscribable = [...users.users.values()].filter(({ user_id }) => isSubscribable({ users }, user_id));
  const byAddress = new Map(
    subscribable.flatMap(({ user_id, email, delivery_email }) =>
      [email, delivery_email].flatMap((address) => (address ? [[addressKey(address), user_id] as const] : [])),
    ),
  );
  const byName = Map.groupBy(subscribable, ({ full_name }) => fold(full_name));
  const userIds = new Set<number>();
  const unknown: string[] = [];
  const ambiguous: string[] = [];
  for (const entry of entriesIn(pasted)) {
    const address = addressKey(/<([^<>]+)>$/.exec(entry)?.[1] ?? entry);
    const found = byAddress.get(address);
    const named = byName.get(fold(entry)) ?? [];
    const [only] = named;
    if (found !== undefined) userIds.add(found);
    else if (named.length > 1) ambiguous.push(entry);
    else if (only) userIds.add(only.user_id);
    else unknown.push(entry);
  }
  return { userIds: [...userIds], unknown, ambiguous };
}
