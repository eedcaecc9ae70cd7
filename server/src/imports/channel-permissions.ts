/**
 * Who may post in a channel of an archive. By default everyone may, so an archive only takes the permission away: whoever cannot be
 * found here has it no more.
 */
import type { ChannelPlan } from "../channels/create/actions.ts";
import { canonical } from "../kernel/access/group-value.ts";
import type { SystemGroupName } from "../kernel/access/permission-settings.ts";
import type { GroupId, UserId } from "../kernel/api/ids.ts";
import type { App, Realm } from "../kernel/context.ts";
import { limitOf } from "../kernel/limits/room.ts";
import { MAX_PEOPLE_OF_PERMISSION } from "./limits.ts";
import type { ChannelRecord, HoldersRecord, SkippedRecord } from "./records.ts";
import { skipped } from "./skipped.ts";

/** Groups here, by the ids of groups in the archive. */
export interface FoundGroups {
  get(id: string): { readonly id: GroupId; readonly isDeactivated: boolean } | undefined;
}

interface PermissionSurroundings {
  readonly app: App;
  readonly realm: Realm;
  readonly people: { get(id: string): { readonly id: UserId } | undefined };
  readonly groups: FoundGroups;
}

/** For a channel that the import creates. */
export function permissionsFrom(
  around: PermissionSurroundings,
  { posters }: ChannelRecord,
): ChannelPlan["permissions"] {
  if (!posters || isEveryone(posters)) return {};
  const { systemGroups } = around.realm;
  const { people, groups, roles, missing } = holdersHere(around, posters);
  const some = { direct_members: [...people], direct_subgroups: [...roles, ...groups] };
  // Nobody could write there, though somebody could before.
  const isNobodyLeft = people.length + groups.length + roles.length === 0 && missing > 0;
  const holders = isNobodyLeft ? systemGroups["role:administrators"] : canonical(some, systemGroups["role:nobody"]);
  return { can_send_message_group: holders };
}

/** What of it does not come. A channel that was here keeps what it has. */
export function permissionsLeftOut(
  around: PermissionSurroundings,
  { id, posters }: ChannelRecord,
  isOwn: boolean,
): SkippedRecord[] {
  if (!posters || isEveryone(posters)) return [];
  if (!isOwn) return [skipped(PERMISSIONS, "the channel was here before", id)];
  const { missing } = holdersHere(around, posters);
  return missing === 0 ? [] : [skipped(PERMISSIONS, "not everyone who may post there is here", id)];
}

const PERMISSIONS = "permissions of channels";

/** A channel is never open to more than everyone here. */
const isEveryone = ({ roles }: HoldersRecord): boolean =>
  roles.includes("role:everyone") || roles.includes("role:internet");

function holdersHere({ app, realm, people, groups }: PermissionSurroundings, posters: HoldersRecord) {
  const { systemGroups } = realm;
  const ofRoles = posters.roles
    .filter((role) => role !== "role:nobody")
    .map((role) => (Object.hasOwn(systemGroups, role) ? systemGroups[role as SystemGroupName] : undefined));
  const own = posters.groups.map((id) => {
    const group = groups.get(id);
    return group && !group.isDeactivated ? group.id : undefined;
  });
  const found = posters.people.slice(0, MAX_PEOPLE_OF_PERMISSION).flatMap((id) => people.get(id)?.id ?? []);
  const roles = ofRoles.filter((id) => id !== undefined);
  const here = own.filter((id) => id !== undefined).slice(0, Math.max(0, limitOf(app, "subgroups") - roles.length));
  const count = (all: { length: number }, some: { length: number }) => all.length - some.length;
  const missing = count(ofRoles, roles) + count(own, here) + count(posters.people, found);
  return { roles, groups: here, people: found, missing };
}
