/** What people say they are doing. */
import { updateOwnStatus } from "../people/user-status/contract.ts";
import type { Difference } from "./difference.ts";
import type { StatusState } from "./profile-state.ts";
import type { Sides } from "./sides.ts";

const NONE: StatusState = { text: "", emojiName: "", emojiCode: "", emojiType: "" };

export function statusDifferences({ remote, local, ids, server }: Sides): Difference[] {
  return [...remote.people.values()].flatMap((person) => {
    const id = ids.get("person", person.id);
    if (id === undefined || !person.isActive || person.botType !== undefined) return [];
    const there = remote.statuses.get(person.id) ?? NONE;
    const own = there.emojiType === "realm_emoji" ? ids.get("emoji", Number(there.emojiCode)) : undefined;
    // A custom emoji that could not be copied is left out.
    const isWithout = there.emojiType === "realm_emoji" && own === undefined;
    const wanted = isWithout
      ? { ...NONE, text: there.text }
      : { ...there, emojiCode: own === undefined ? there.emojiCode : String(own) };
    if (said(wanted) === said(local.statuses.get(id) ?? NONE)) return [];
    const mend = async () =>
      void (await server.call(id, updateOwnStatus, {
        status_text: wanted.text,
        emoji_name: wanted.emojiName,
        emoji_code: wanted.emojiCode,
        reaction_type: wanted.emojiType as never,
      }));
    return [{ says: `${person.name} (${person.id}) has another status.`, mend }];
  });
}

const said = ({ text, emojiName, emojiCode, emojiType }: StatusState): string =>
  JSON.stringify([text.trim(), emojiName, emojiCode, emojiType]);
