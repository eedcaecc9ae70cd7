/** Groups and permissions that name a user directly. They show only active users, so they change with the account. */

import { GROUP_PERMISSIONS, REALM_PERMISSIONS } from "../../../kernel/access/permission-settings.ts";
import { settingValues } from "../../../kernel/access/store.ts";
import type { GroupId, UserId } from "../../../kernel/api/ids.ts";
import type { Writing } from "../../../kernel/context.ts";
import { isAnyOf } from "../../../kernel/db/dialect.ts";
import { toEveryone, toUsers } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { happened } from "../../../kernel/moments.ts";
import { realmUpdateDictEvent } from "../../../organization/realms/events.ts";
import { groupAddMembersEvent, groupRemoveMembersEvent, groupUpdateEvent } from "../../groups/events.ts";
import { setsChanged } from "../../moments.ts";

/** Notifies everyone. */
export const announceReturnToGroups = (ctx: Writing, userId: UserId): Promise<void> =>
  announceNamed(ctx, userId, "add_members", undefined);

/** Notifies only users who cannot access the account: all others can tell from its deactivation. */
export async function announceAbsenceFromGroups(
  ctx: Writing,
  userId: UserId,
  strangers: readonly UserId[],
): Promise<void> {
  if (strangers.length > 0) await announceNamed(ctx, userId, "remove_members", strangers);
}

async function announceNamed(
  ctx: Writing,
  userId: UserId,
  op: "add_members" | "remove_members",
  strangers: readonly UserId[] | undefined,
): Promise<void> {
  const { db, realm } = ctx;
  const everywhere = strangers ? toUsers(...strangers) : toEveryone;
  const groups = await groupsWith(ctx, userId);
  for (const group of groups.filter(({ kind }) => kind !== "anonymous")) {
    const changed = { group_id: group.id, user_ids: [userId] };
    const event =
      op === "add_members" ? groupAddMembersEvent({ op, ...changed }) : groupRemoveMembersEvent({ op, ...changed });
    append(ctx, event, everywhere);
  }
  const sets = groups.filter(({ kind }) => kind === "anonymous").map(({ id }) => id);
  if (sets.length === 0) return;

  const shown = await settingValues(db, sets);
  const using = new Set(sets);
  for (const group of await groupsUsing(ctx, sets))
    for (const [name, set] of namesIn(GROUP_PERMISSIONS, group, using))
      append(ctx, groupUpdateEvent({ op: "update", group_id: group.id, data: { [name]: shown(set) } }), everywhere);
  for (const [name, set] of namesIn(REALM_PERMISSIONS, realm.settings, using)) {
    const data = { [name]: shown(set) };
    append(ctx, realmUpdateDictEvent({ op: "update_dict", property: "default", data }), everywhere);
  }
  await happened(ctx, setsChanged, { sets, shown, strangers });
}

/** The holder's settings that have one of these groups as their value. */
export function namesIn<S extends string>(
  settings: readonly S[],
  holder: Readonly<Record<S, GroupId | null>>,
  using: ReadonlySet<GroupId>,
): [name: S, set: GroupId][] {
  return settings.flatMap((name) => {
    const set = holder[name];
    return set !== null && using.has(set) ? [[name, set] as [S, GroupId]] : [];
  });
}

function groupsWith({ db }: Writing, userId: UserId) {
  return db
    .selectFrom("user_group_member as member")
    .innerJoin("user_group", "user_group.id", "member.group_id")
    .select(["user_group.id", "user_group.kind"])
    .where("member.user_id", "=", userId)
    .orderBy("user_group.id")
    .execute();
}

function groupsUsing({ db, realm }: Writing, sets: readonly GroupId[]) {
  return db
    .selectFrom("user_group")
    .select(["id", ...GROUP_PERMISSIONS])
    .where("realm_id", "=", realm.id)
    .where(({ or }) => or(GROUP_PERMISSIONS.map((setting) => isAnyOf(db, setting, sets))))
    .orderBy("id")
    .execute();
}
