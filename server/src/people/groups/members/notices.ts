/** Notices to people whom someone else added to a group or removed from it, in their language. */

import type { UserId } from "../../../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../../../kernel/context.ts";
import { enqueue, jobKind } from "../../../kernel/jobs/job-kind.ts";
import { happened } from "../../../kernel/moments.ts";
import { withDefaults } from "../../../organization/settings/setting.ts";
import { type UserSettings, userSettings } from "../../../organization/settings/user-settings.ts";
import { silently, silentlyGroup } from "../../../text/notices/markup.ts";
import { noticesIn } from "../../../text/notices/texts/index.ts";
import { noticeToPerson } from "../../moments.ts";
import { usersWithIds } from "../../users/store.ts";
import type { Group } from "../store.ts";

interface GroupNotices {
  change: "addedToGroup" | "removedFromGroup";
  actor: { id: UserId; full_name: string };
  group: { name: string };
  user_ids: UserId[];
}

/** Each notice is a message, and other changes wait for this transaction: a job sends the rest. */
const AT_ONCE = 20;

const notifyLater = jobKind<GroupNotices>("tell_group_members");
export const groupNoticesJob = notifyLater.inside(sendNotices);

export async function notifyMembers(
  ctx: WriteContext,
  { name }: Group,
  change: GroupNotices["change"],
  userIds: readonly UserId[],
): Promise<void> {
  const { id, full_name } = ctx.user;
  const others = userIds.filter((each) => each !== id);
  for (let start = 0; start < others.length; start += AT_ONCE) {
    const user_ids = others.slice(start, start + AT_ONCE);
    const notices: GroupNotices = { change, actor: { id, full_name }, group: { name }, user_ids };
    if (start === 0) await sendNotices(ctx, notices);
    else enqueue(ctx, notifyLater(notices));
  }
}

async function sendNotices(ctx: Writing, { change, actor, group, user_ids }: GroupNotices): Promise<void> {
  for (const user of await usersWithIds(ctx.db, user_ids)) {
    if (user.bot_type !== null || !user.is_active) continue;
    const { default_language } = withDefaults(userSettings, user.settings) as UserSettings;
    const text = noticesIn(default_language)[change](silently(actor), silentlyGroup(group));
    await happened(ctx, noticeToPerson, { user: user.id, text });
  }
}
