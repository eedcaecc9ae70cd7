/** Moments in the life of an organization, for features above to listen to. */
import type { RealmPermission } from "../kernel/access/permission-settings.ts";
import type { WriteContext, Writing } from "../kernel/context.ts";
import type { Effects } from "../kernel/events/audience.ts";
import { moment } from "../kernel/moments.ts";

export interface SettingChange {
  readonly name: string;
  readonly value: unknown;
}

/** Listeners can reject the change by throwing, and add effects to the event. */
export interface ComingSettingChange extends SettingChange {
  effects: Effects | undefined;
}

export const settingChanging = moment<ComingSettingChange, WriteContext>(
  "a setting of the organization is about to change",
);

export const settingChanged = moment<SettingChange, WriteContext>("a setting of the organization changed");

/** Listeners can add effects to the event. */
export interface PermissionChange {
  readonly name: RealmPermission;
  effects: Effects | undefined;
}

export const permissionChanged = moment<PermissionChange, WriteContext>("a permission of the organization changed");

export const organizationClosed = moment<undefined, Writing>("the organization was deactivated");
