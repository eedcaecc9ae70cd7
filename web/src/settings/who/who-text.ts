/** Who holds a permission, in words. */
import type { State } from "@parley/client";
import { nameOf } from "../../state/people.ts";
import { currentLocale, t } from "../../text/text.ts";
import { groupText } from "./group-text.ts";
import { chosenIn, rolesIn, type WhoValue } from "./who.ts";

/** "Moderators, design and Ada". */
export function whoText({ users, groups }: Pick<State, "users" | "groups">, value: WhoValue): string {
  const { groupIds, userIds } = chosenIn(value, rolesIn(groups));
  const names = [...groupIds.map((id) => groupText(groups, id)), ...userIds.map((id) => nameOf({ users }, id))];
  if (names.length === 0) return t("who.nobody");
  return new Intl.ListFormat(currentLocale(), { type: "conjunction" }).format(names);
}
