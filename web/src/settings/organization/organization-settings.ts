/** The organization's settings: where they are stored, and who may change them. */
import { holderOf, realmSettings } from "@parley/client";
import { realms, realmSettings as table } from "@parley/server/contract";
import { mayChangeSetting } from "@parley/server/organization/realms/permissions.ts";
import type { TextKey } from "../../text/text.ts";
import { group, type SettingsGroup } from "../page.ts";
import type { Setting, SettingRule, SettingSource } from "../setting.ts";

type OrganizationKey = Exclude<keyof table.RealmSettings, `push_notifications_${string}`>;

const NO_LIMIT = -1;

/** Time limits are numbers here, or null, or "never". */
function read(settings: Readonly<table.RealmSettings>, key: OrganizationKey): unknown {
  switch (key) {
    case "message_content_edit_limit_seconds":
      return settings.allow_message_editing ? settings[key] : "never";
    case "message_retention_days":
      return settings[key] === NO_LIMIT ? null : settings[key];
    case "jitsi_server_url":
      return settings[key] ?? "";
    default:
      return settings[key];
  }
}

/** What to send for a value as it is read. */
export function changesFor(key: OrganizationKey, value: unknown): Record<string, unknown> {
  switch (key) {
    case "message_content_edit_limit_seconds":
      if (value === "never") return { allow_message_editing: false };
      return { allow_message_editing: true, [key]: value ?? "unlimited" };
    case "message_content_delete_limit_seconds":
    case "move_messages_within_stream_limit_seconds":
    case "move_messages_between_streams_limit_seconds":
    case "message_retention_days":
      return { [key]: value ?? "unlimited" };
    case "jitsi_server_url":
      return { [key]: value === "" ? "default" : value };
    default:
      return { [key]: value };
  }
}

export const organizationSettings: SettingSource<OrganizationKey> = {
  operation: realms.updateRealm,
  read: (state, key) => read(realmSettings(state), key),
  save: (connection, key, value) => connection.call(realms.updateRealm, changesFor(key, value)),
};

interface OrganizationRule extends SettingRule {
  readonly who: TextKey;
}

/** Who may change the organization's settings. */
const rule = (isForOwners: boolean): OrganizationRule => ({
  may: (state) => mayChangeSetting(holderOf(state), isForOwners),
  who: isForOwners ? "organization.byOwners" : "organization.byAdministrators",
});

export const byOwners = rule(true);
export const byAdministrators = rule(false);

/** Texts and channels have no default worth showing. */
const defaultOf = ({ key, control }: Setting<OrganizationKey>): { readonly defaultValue?: unknown } =>
  control.kind === "text" || control.kind === "channel" ? {} : { defaultValue: read(table.REALM_DEFAULTS, key) };

interface OrganizationGroup {
  readonly title: TextKey;
  readonly help?: TextKey;
  readonly settings: readonly Setting<OrganizationKey>[];
}

/** Settings of the organization, each with the server's rule who may change it. */
export const organizationGroup = ({ settings, ...rest }: OrganizationGroup): SettingsGroup<OrganizationKey> =>
  group({
    ...rest,
    source: organizationSettings,
    settings: settings.map((each) => ({
      ...each,
      ...defaultOf(each),
      rule: table.OWNER_SETTINGS.includes(each.key) ? byOwners : byAdministrators,
    })),
  });
