/** What a conversation between people is called. */
import type { State } from "@parley/client";
import { listText } from "../text/dates.ts";
import { t } from "../text/text.ts";

export function peopleName(userIds: readonly number[], { users }: State["users"]): string {
  if (userIds.length === 0) return t("views.notesToSelf");
  const names = userIds.map((id) => {
    const person = users.get(id);
    if (!person) return t("parts.unknownPerson");
    return person.is_active ? person.full_name : t("parts.deactivated", { name: person.full_name });
  });
  return names.length === 1 ? (names[0] ?? "") : listText(names, "unit");
}
