/** Describes who may post in a channel, for people who may not. */
import type { Channel, State } from "@parley/client";
import { listText } from "../text/dates.ts";
import { type TextKey, t } from "../text/text.ts";

/** The system groups of roles. */
const ROLES: Readonly<Record<string, TextKey>> = {
  "role:owners": "composer.owners",
  "role:administrators": "composer.administrators",
  "role:moderators": "composer.moderators",
  "role:fullmembers": "composer.fullMembers",
  "role:members": "composer.members",
};
const NOBODY = "role:nobody";
/** Names this many and counts the rest. */
const MOST_NAMED = 3;

export function whoPosts(
  state: Pick<State, "groups" | "users">,
  { name: channel, can_send_message_group: value }: Pick<Channel, "name" | "can_send_message_group">,
): string {
  const groupIds = typeof value === "number" ? [value] : value.direct_subgroups;
  const groups = groupIds.flatMap((id) => state.groups.get(id)?.name ?? []).filter((name) => name !== NOBODY);
  const people = (typeof value === "number" ? [] : value.direct_members).flatMap(
    (id) => state.users.users.get(id)?.full_name ?? [],
  );
  const names = [...groups.map((name) => (ROLES[name] ? t(ROLES[name]) : name)), ...people];
  if (names.length === 0) return t("composer.nobodyPosts", { channel });
  // A group counts as plural, whatever its name.
  const count = groups.length > 0 ? 2 : people.length;
  return t("composer.onlyPost", { who: listText(shortened(names)), count, channel });
}

function shortened(names: readonly string[]): readonly string[] {
  if (names.length <= MOST_NAMED) return names;
  const named = names.slice(0, MOST_NAMED - 1);
  return [...named, t("composer.others", { count: names.length - named.length })];
}
