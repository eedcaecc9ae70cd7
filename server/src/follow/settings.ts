/** The organization's settings, permissions, default channels and linkifiers. */
import { addDefaultChannel, removeDefaultChannel } from "../channels/default-channels/contract.ts";
import { fieldsOf } from "../imports/json.ts";
import { realmPermissions } from "../kernel/access/permission-settings.ts";
import { addLinkifier, removeLinkifier, reorderLinkifiers } from "../organization/linkifiers/contract.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import { CHANNEL_SETTINGS, realmSettings } from "../organization/settings/realm-settings.ts";
import { updateUserDefaults } from "../people/settings/contract.ts";
import { type Difference, isSame } from "./difference.ts";
import { asSent, changedPermissions, type Sides } from "./sides.ts";
import { permissionsIn } from "./state.ts";

/** What depends on the server rather than on the organization. */
const OF_THE_SERVER = new Set([
  "authentication_methods",
  "enable_spectator_access",
  "push_notifications_enabled",
  "push_notifications_enabled_end_timestamp",
  "require_e2ee_push_notifications",
  "video_chat_provider",
  "jitsi_server_url",
  "giphy_rating",
  "want_advertise_in_communities_directory",
]);

export function settingDifferences(sides: Sides): Difference[] {
  return [
    ...ownSettings(sides),
    ...permissions(sides),
    ...userDefaults(sides),
    ...defaultChannels(sides),
    ...linkifiers(sides),
  ];
}

function ownSettings({ remote, local, ids, server, owner }: Sides): Difference[] {
  const names = Object.keys(realmSettings).filter((name) => name in updateRealm.params && !OF_THE_SERVER.has(name));
  return names.flatMap((name) => {
    const [there, here] = [remote.fields[`realm_${name}`], local.fields[`realm_${name}`]];
    const isChannel = (CHANNEL_SETTINGS as readonly string[]).includes(name);
    const wanted = isChannel && typeof there === "number" ? (ids.get("channel", there) ?? -1) : there;
    if (there === undefined || isSame(wanted, here)) return [];
    // A limit that does not exist is sent as a word.
    const isUnlimited = wanted === null || (name === "message_retention_days" && wanted === -1);
    const mend = async () =>
      void (await server.call(owner, updateRealm, { [name]: isUnlimited ? "unlimited" : wanted } as never));
    return [{ says: `The setting ${name} differs.`, mend }];
  });
}

function permissions(sides: Sides): Difference[] {
  const { remote, local, server, owner } = sides;
  const names = Object.keys(realmPermissions);
  const [there, here] = [permissionsIn(remote.fields, names, "realm_"), permissionsIn(local.fields, names, "realm_")];
  return changedPermissions(sides, there, here).map(({ name, value }) => ({
    says: `The permission ${name} differs.`,
    mend: async () => void (await server.call(owner, updateRealm, { [name]: { new: asSent(value) } } as never)),
  }));
}

function userDefaults({ remote, local, server, owner }: Sides): Difference[] {
  const [there, here] = [remote, local].map(({ fields }) => fieldsOf(fields.realm_user_settings_defaults));
  return Object.keys(updateUserDefaults.params).flatMap((name) => {
    if (there?.[name] === undefined || isSame(there[name], here?.[name])) return [];
    const mend = async () => void (await server.call(owner, updateUserDefaults, { [name]: there[name] } as never));
    return [{ says: `The default of the setting ${name} differs.`, mend }];
  });
}

function defaultChannels({ remote, local, ids, server, owner }: Sides): Difference[] {
  const wanted = ids.all("channel", remote.defaultChannels);
  const [added, removed] = [
    wanted.filter((id) => !local.defaultChannels.includes(id)),
    local.defaultChannels.filter((id) => !wanted.includes(id)),
  ];
  const says = "The default channels differ.";
  return [
    ...added.map((stream_id) => ({
      says,
      mend: async () => void (await server.call(owner, addDefaultChannel, { stream_id })),
    })),
    ...removed.map((stream_id) => ({
      says,
      mend: async () => void (await server.call(owner, removeDefaultChannel, { stream_id })),
    })),
  ];
}

/** In their order, which decides between two that match the same text. */
function linkifiers({ remote, local, server, owner }: Sides): Difference[] {
  const keyOf = ({ pattern, template }: { pattern: string; template: string }) => JSON.stringify([pattern, template]);
  if (isSame(remote.linkifiers.map(keyOf), local.linkifiers.map(keyOf))) return [];
  const mend = async () => {
    const here = new Map(local.linkifiers.map((each) => [keyOf(each), each.id]));
    const wanted = new Set(remote.linkifiers.map(keyOf));
    for (const [key, filter_id] of here) if (!wanted.has(key)) await server.call(owner, removeLinkifier, { filter_id });
    const ordered: number[] = [];
    for (const each of remote.linkifiers) {
      const { pattern, template: url_template } = each;
      ordered.push(here.get(keyOf(each)) ?? (await server.call(owner, addLinkifier, { pattern, url_template })).id);
    }
    if (ordered.length > 0) await server.call(owner, reorderLinkifiers, { ordered_linkifier_ids: ordered });
  };
  return [{ says: "The linkifiers differ.", mend }];
}
