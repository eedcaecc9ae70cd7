/** The person that typed text names: after `sender:`, `dm:` and the like. */
import { addressKey } from "@parley/server/kernel/names/address-key.ts";
import type { Names } from "../address/names.ts";
import { fold } from "../ranking/fold.ts";

type User = Names["users"]["users"] extends ReadonlyMap<number, infer U> ? U : never;

const BEHIND_BAR = /\|(\d{1,15})$/;

/** By full name, with `|id` if ambiguous, by email address, by id, or `me`. */
export function userNamed({ users }: Names, written: string): number | undefined {
  if (written.toLowerCase() === "me") return users.ownId;
  const id = BEHIND_BAR.exec(written)?.[1];
  if (id !== undefined) return Number(id);
  const [wanted, address] = [written.toLowerCase(), addressKey(written)];
  if (wanted === "") return undefined;
  for (const [known, user] of users.users)
    if (user.full_name.toLowerCase() === wanted || addressesOf(user).includes(address)) return known;
  return users.users.has(Number(written)) ? Number(written) : undefined;
}

/** The address in the profile may be a stand-in; the real one is known to those who may see it. */
const addressesOf = ({ email, delivery_email }: User): string[] =>
  [delivery_email, email].flatMap((address) => (address ? [addressKey(address)] : []));

/** Where a name begins with the text: its first word, or a later one. Undefined for nowhere. */
function beginsAt(name: string, wanted: string): 0 | 1 | undefined {
  if (name.startsWith(wanted)) return 0;
  return name.includes(` ${wanted}`) ? 1 : undefined;
}

/** Whether text is the beginning of someone's name. */
export function isBeginning({ users }: Names, written: string): boolean {
  const wanted = fold(written);
  for (const { full_name } of users.users.values()) if (beginsAt(fold(full_name), wanted) !== undefined) return true;
  return false;
}

/**
 * The person whose name or address begins with the text: members before former ones, people before bots, first names
 * before others, names before addresses.
 */
export function userBeginning({ users }: Names, written: string): number | undefined {
  const [wanted, typed] = [fold(written), addressKey(written)];
  if (wanted === "") return undefined;
  let best: { readonly user: User; readonly rank: string } | undefined;
  for (const user of users.users.values()) {
    const name = fold(user.full_name);
    const isAddressed = addressesOf(user).some((address) => address.startsWith(typed));
    const at = beginsAt(name, wanted) ?? (isAddressed ? 2 : undefined);
    if (at === undefined) continue;
    const rank = `${user.is_active ? 0 : 1}${user.is_bot ? 1 : 0}${at} ${name}`;
    if (!best || rank < best.rank) best = { user, rank };
  }
  return best?.user.user_id;
}

/** People whose address begins with the text, for suggestions. */
export function usersAddressed({ users }: Pick<Names, "users">, written: string, limit: number): number[] {
  const wanted = addressKey(written);
  if (wanted.length < 2) return [];
  return [...users.users.values()]
    .filter((user) => addressesOf(user).some((address) => address.startsWith(wanted)))
    .slice(0, limit)
    .map(({ user_id }) => user_id);
}
