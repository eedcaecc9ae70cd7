/** Deactivates groups. A deactivated group keeps its members and settings, but nothing can refer to it. */

import { demand } from "../../../kernel/api/index.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { WriteContext } from "../../../kernel/context.ts";
import { toEveryone } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { GroupInUse, UserGroupDeactivated } from "../contract.ts";
import { groupRemoveEvent, groupUpdateEvent } from "../events.ts";
import { changeGroup, type Group } from "../store.ts";
import { objectionsTo } from "./objections.ts";

/** The caller checks permissions. */
export async function deactivateGroup(ctx: WriteContext, group: Group): Promise<void> {
  demand(!group.deactivated, new UserGroupDeactivated());
  const objections = await objectionsTo(ctx, group.id);
  demand(objections.length === 0, new GroupInUse({ objections }));
  await changeGroup(ctx.db, group.id, { deactivated: true });
  record(ctx, "group_deactivated", { group: group.id });
  append(ctx, groupUpdateEvent({ op: "update", group_id: group.id, data: { deactivated: true } }), toEveryone);
  append(ctx, groupRemoveEvent({ op: "remove", group_id: group.id }), toEveryone);
}
