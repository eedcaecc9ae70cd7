/** A permission is group membership: the one question every rule asks. */
import type { GroupId } from "../api/ids.ts";
import type { PermissionSetting } from "./permission-settings.ts";
import { isGuest } from "./roles.ts";

/**
 * The user a rule decides about. `V` is the type of a group setting's value: the server stores every value as a group
 * id, and `groups` is the set of all groups that contain the user, resolved once per request. A client knows values as
 * the API sends them, including anonymous groups, and implements `has` with its store.
 */
export interface Holder<V = GroupId> {
  readonly role: number;
  readonly groups: { readonly has: (value: V) => boolean };
}

/**
 * Binds a permission table, so that a rule reads like its sentence: `const may = holding(channelPermissions); may(user,
 * channel, "can_send_message_group")`.
 */
export function holding<T extends Record<string, PermissionSetting>>(table: T) {
  return <V, S extends keyof T & string>(user: Holder<V>, on: Readonly<Record<S, V>>, setting: S): boolean => {
    const { allowEveryone } = table[setting] as PermissionSetting;
    return (allowEveryone || !isGuest(user)) && user.groups.has(on[setting]);
  };
}
