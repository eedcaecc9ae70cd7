/** What people may change of their own account. Where the organization keeps it fixed, administrators still may. */
import { isAdministrator } from "../access/roles.ts";
import type { RealmSettings } from "./realm-settings.ts";

const unlessFixed =
  <S extends keyof RealmSettings>(fixed: S) =>
  (user: Parameters<typeof isAdministrator>[0], settings: Readonly<Pick<RealmSettings, S>>): boolean =>
    settings[fixed] !== true || isAdministrator(user);

export const mayChangeName = unlessFixed("name_changes_disabled");
export const mayChangeEmail = unlessFixed("email_changes_disabled");
export const mayChangeAvatar = unlessFixed("avatar_changes_disabled");
