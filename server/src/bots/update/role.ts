/** A bot's role: the groups it is in by it, and the channels it knows of. */
import { addMembers, removeMembers } from "../../access/store.ts";
import { withSightOfUsers } from "../../channels/sight.ts";
import type { WriteContext } from "../../context.ts";
import { toEveryone } from "../../events/audience.ts";
import { append } from "../../events/log.ts";
import { groupAddMembersEvent, groupRemoveMembersEvent } from "../../groups/events.ts";
import { roleGroupsOf } from "../../groups/roles.ts";
import { userUpdateEvent } from "../../users/events.ts";
import { changeUser } from "../../users/store.ts";
import type { BotRow } from "../store.ts";

/** The caller has checked who may. Nobody hears of the groups of a bot that is deactivated: nobody sees it in them. */
export async function changeBotRole(ctx: WriteContext, bot: BotRow, role: number): Promise<void> {
  const { db, realm, now } = ctx;
  const user_ids = [bot.id];
  const [before, after] = [roleGroupsOf(realm, bot, now), roleGroupsOf(realm, { ...bot, role }, now)];
  await withSightOfUsers(ctx, user_ids, async () => {
    await changeUser(db, bot.id, { role });
    const event = userUpdateEvent({ op: "update", person: { user_id: bot.id, role } });
    append(ctx, event, toEveryone, { effects: { role: { user: bot.id, from: bot.role, to: role } } });
    for (const group_id of before.filter((id) => !after.includes(id))) {
      await removeMembers(db, group_id, user_ids);
      if (bot.is_active) append(ctx, groupRemoveMembersEvent({ op: "remove_members", group_id, user_ids }), toEveryone);
    }
    for (const group_id of after.filter((id) => !before.includes(id))) {
      await addMembers(db, group_id, user_ids);
      if (bot.is_active) append(ctx, groupAddMembersEvent({ op: "add_members", group_id, user_ids }), toEveryone);
    }
  });
}
