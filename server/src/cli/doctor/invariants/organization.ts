/** Organizations: their log, groups, permissions, owners and files. */
import { sql } from "kysely";
import { GROUP_PERMISSIONS, REALM_PERMISSIONS, SYSTEM_GROUPS } from "../../../kernel/access/permission-settings.ts";
import { Role } from "../../../kernel/access/roles.ts";
import { type Invariant, invariant } from "./invariant.ts";

export const positions = invariant(
  "the log's position is not behind its events",
  sql`select 'The log of organization ' || event.realm_id || ' is at ' || realm_position.position
        || ' and holds event ' || max(event.position) || '.' as problem
      from event join realm_position on realm_position.realm_id = event.realm_id
      group by event.realm_id, realm_position.position having max(event.position) > realm_position.position`,
  sql`select 'Organization ' || realm.id || ' has no log.' as problem from realm
      left join realm_position on realm_position.realm_id = realm.id where realm_position.realm_id is null`,
);

export const progress = invariant(
  "every organization knows up to which message people were notified",
  sql`select 'Organization ' || realm.id || ' does not know of which messages people were told.' as problem from realm
      left join notification_progress as progress on progress.realm_id = realm.id where progress.realm_id is null`,
);

export const systemGroups = invariant(
  "every organization has its role groups",
  ...SYSTEM_GROUPS.map(
    (name) => sql<{ problem: string }>`
      select 'Organization ' || realm.id || ' has no group ' || ${sql.lit(name)} || '.' as problem
      from realm left join user_group
        on user_group.realm_id = realm.id and user_group.kind = 'system' and user_group.name = ${sql.lit(name)}
      where user_group.id is null`,
  ),
);

export const groupSettings = invariant(
  "group permissions are held by groups of the same organization",
  ...GROUP_PERMISSIONS.map(
    (setting) => sql<{ problem: string }>`
      select 'Group ' || user_group.id || ': ' || ${sql.lit(setting)} || ' is no group.' as problem
      from user_group left join user_group as holder
        on holder.id = user_group.${sql.ref(setting)} and holder.realm_id = user_group.realm_id
      where holder.id is null and user_group.kind <> 'anonymous'`,
  ),
);

export const nesting: Invariant = {
  name: "no group contains itself, and only settings contain unnamed groups",
  async problems(db) {
    const anonymous = await db
      .selectFrom("user_group_subgroup as nested")
      .innerJoin("user_group", "user_group.id", "nested.subgroup_id")
      .select(["nested.group_id", "nested.subgroup_id"])
      .where("user_group.kind", "=", "anonymous")
      .execute();
    const links = await db.selectFrom("user_group_subgroup").selectAll().execute();
    return [
      ...anonymous.map((link) => `Group ${link.group_id} contains the anonymous set ${link.subgroup_id}.`),
      ...cyclic(links).map((id) => `Group ${id} contains itself.`),
    ];
  },
};

/** Repeatedly removes groups without remaining subgroups. What is left is in a cycle or contains one. */
function cyclic(links: readonly { group_id: number; subgroup_id: number }[]): number[] {
  const containing = Map.groupBy(links, (link) => link.subgroup_id);
  const open = new Map<number, number>();
  for (const { group_id } of links) open.set(group_id, (open.get(group_id) ?? 0) + 1);
  const done = [...containing.keys()].filter((id) => !open.has(id));
  for (let id = done.pop(); id !== undefined; id = done.pop())
    for (const { group_id } of containing.get(id) ?? []) {
      const left = (open.get(group_id) ?? 0) - 1;
      open.set(group_id, left);
      if (left === 0) done.push(group_id);
    }
  return [...open].filter(([, left]) => left > 0).map(([id]) => id);
}

export const realmSettings: Invariant = {
  name: "organization permissions are held by groups of the same organization",
  async problems(db) {
    const groups = await db.selectFrom("user_group").select(["id", "realm_id"]).execute();
    const realmOf = new Map(groups.map((group) => [group.id, group.realm_id]));
    const realms = await db.selectFrom("realm").select(["id", "settings"]).execute();
    return realms.flatMap(({ id, settings }) =>
      REALM_PERMISSIONS.filter(
        (name) => settings[name] !== undefined && realmOf.get(settings[name] as number) !== id,
      ).map((name) => `Organization ${id}: ${name} is not a group.`),
    );
  },
};

const owner = sql.lit(Role.owner);

export const owners = invariant(
  "every active organization has an active owner",
  sql`select 'Organization ' || realm.id || ' has none.' as problem from realm
      where realm.is_active and not exists (
        select 1 from "user" where "user".realm_id = realm.id and "user".role = ${owner}
          and "user".is_active and "user".bot_type is null)`,
);

export const defaults = invariant(
  // There is none after the default organization was deleted, until a new one is created.
  "at most one organization is the default",
  sql`select 'There are ' || count(*) || '.' as problem from realm where is_default having count(*) > 1`,
);

export const deletions = invariant(
  "only a deactivated organization is scheduled for deletion",
  sql`select 'Organization ' || id || ' is active.' as problem from realm
      where is_active and scheduled_deletion_at is not null`,
);

export const uploadSpace = invariant(
  "the storage used by uploads is recorded",
  sql`select 'Organization ' || realm.id || ' says ' || coalesce(max(upload_space.used_bytes), 0)
        || ' bytes, its files have ' || coalesce(sum(attachment.size), 0) || '.' as problem
      from realm left join upload_space on upload_space.realm_id = realm.id
      left join attachment on attachment.realm_id = realm.id
      group by realm.id having coalesce(max(upload_space.used_bytes), 0) <> coalesce(sum(attachment.size), 0)`,
);

export const uploadClaims = invariant(
  "a file that a message claims is not scheduled for removal",
  sql`select 'Attachment ' || attachment.id || ' is claimed.' as problem from attachment
      where unclaimed_since is not null
        and (exists (select 1 from attachment_message where attachment_id = attachment.id)
          or exists (select 1 from attachment_scheduled_message where attachment_id = attachment.id))`,
);
