/** A permission is set membership: the one question every rule asks. */
import type { GroupId } from "../api/ids.ts";
import type { PermissionSetting } from "./permission-settings.ts";
import { isGuest } from "./roles.ts";

/** Whoever asks: a role, and the set of all groups that contain the user, resolved once per request. */
export interface Holder {
  readonly role: number;
  readonly groups: ReadonlySet<GroupId>;
}

/**
 * Binds a table of permissions, so that a rule reads like its sentence:
 * `const may = holding(channelPermissions); may(user, channel, "can_send_message_group")`.
 */
export function holding<T extends Record<string, PermissionSetting>>(table: T) {
  return <S extends keyof T & string>(user: Holder, on: Readonly<Record<S, GroupId>>, setting: S): boolean => {
    const { allowEveryone } = table[setting] as PermissionSetting;
    return (allowEveryone || !isGuest(user)) && user.groups.has(on[setting]);
  };
}
