/** The contract for a user's own settings. */
import {
  badRequest,
  list,
  notAudited,
  noted,
  operation,
  optional,
  type Shape,
  said,
  shortText,
  strictObject,
  text,
  withDefault,
} from "../../kernel/api/index.ts";
import { MAX_PASSWORD_LENGTH } from "../../kernel/api/limits.ts";
import { fieldsOf, paramsOf } from "../../organization/settings/setting.ts";
import { namesWithLegacy, settingsWithDefault, userSettings } from "../../organization/settings/user-settings.ts";
import { AddressCannotBeConfirmed, EmailChangesDisabled } from "../email-change/errors.ts";
import { PasswordAuthDisabled, UniqueNamesRequired } from "../users/contract.ts";

export const WrongPassword = badRequest("Wrong password!");
export const NewPasswordTooWeak = badRequest("New password is too weak!");

const updating = {
  method: "PATCH",
  gate: "human",
  params: {
    ...paramsOf(userSettings),
    email: optional(shortText(), {
      note: "Takes effect when you open the link that is emailed to the new address. On a server that sends no email, it takes effect at once and counts as unverified. Your own address, while it is unverified, gets a link that confirms it.",
    }),
    full_name: optional(shortText({ nullBytes: true }), {
      note: "Ignored if the organization does not allow name changes.",
    }),
    old_password: withDefault(shortText(), ""),
    new_password: withDefault(text({ max: MAX_PASSWORD_LENGTH }), "", {
      note: "Requires the old password. Unchanged when omitted or empty.",
    }),
  },
  // Only what others rely on: display and notifications are everyone's own.
  audit: ["user_name_changed", "user_email_changed", "password_changed", "sign_in_refused"],
  response: {},
  errors: [
    WrongPassword,
    NewPasswordTooWeak,
    PasswordAuthDisabled,
    EmailChangesDisabled,
    AddressCannotBeConfirmed,
    UniqueNamesRequired,
  ],
} as const;

export const updateSettings = operation({
  ...updating,
  path: "/settings",
  summary: "Change your own settings.",
});

/** The paths that older clients use. */
export const updateDisplaySettings = operation({
  ...updating,
  path: "/settings/display",
  summary: "Older name of changing your own settings.",
  deprecated: true,
});
export const updateNotificationSettings = operation({
  ...updating,
  path: "/settings/notifications",
  summary: "Older name of changing your own settings.",
  deprecated: true,
});

export const updateUserDefaults = operation({
  method: "PATCH",
  path: "/realm/user_settings_defaults",
  summary: "Change the default settings for new users. Existing users keep theirs.",
  gate: "administrator",
  params: paramsOf(settingsWithDefault),
  audit: ["user_default_changed"],
  response: {},
});

export const NoSlash = badRequest("There should be a leading slash in the zcommand.");
export const noSuchCommand = badRequest<{ command: string }>(({ command }) => said`No such command: ${command}`);

export const runCommand = operation({
  method: "POST",
  path: "/zcommand",
  summary:
    "Run a command that was typed in the compose box: /ping does nothing, /light, /dark, /fluid-width and /fixed-width change the setting.",
  params: { command: noted(shortText(), { note: "With its slash.", example: "/dark" }) },
  audit: notAudited("a personal preference"),
  response: { msg: noted(text(), { note: "What to show to the user; empty for /ping." }) },
  errors: [NoSlash],
});

const emojisets = { emojiset_choices: list(strictObject({ key: text(), text: text() })) };
const sounds = { available_notification_sounds: list(text()) };
export const userSettingsShape = { ...fieldsOf(userSettings), ...emojisets, ...sounds };

/** Clients expect a default for every setting but this one, even if the organization cannot choose it. */
const { timezone: _, ...settingsBut } = userSettings;
const userDefaultsShape = { ...fieldsOf(settingsBut), ...emojisets, ...sounds };

export const userSettingsState = { user_settings: strictObject(userSettingsShape) };
export const userDefaultsState = { realm_user_settings_defaults: strictObject(userDefaultsShape) };

/** Older clients read these at the top level. */
const legacy = (name: Parameters<typeof namesWithLegacy>[0]) =>
  fieldsOf(Object.fromEntries(namesWithLegacy(name).map((each) => [each, userSettings[each]])));
export const displayState: Shape = { ...legacy("update_display_settings"), ...emojisets };
export const notificationState: Shape = { ...legacy("update_global_notifications"), ...sounds };
