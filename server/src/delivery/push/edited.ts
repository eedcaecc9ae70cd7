/** Withdraws notices of users whom an edited message no longer mentions. */
import { sql } from "kysely";
import type { Writing } from "../../kernel/context.ts";
import { on } from "../../kernel/moments.ts";
import { MENTION_FLAGS } from "../../messages/flags.ts";
import { messageRewritten, type Rewritten } from "../../messages/moments.ts";
import { Trait } from "../../messages/traits.ts";
import { withdrawNotices } from "./deliver.ts";
import { pushUsers } from "./push-users.ts";
import type { Notice } from "./store.ts";

/** Runs after an edit, when the new mentions are known. */
async function withdrawUnmentioned(ctx: Writing, message: Rewritten): Promise<void> {
  if (message.traits & Trait.channelWildcard || (await pushUsers(ctx)).size === 0) return;
  const { rows } = await sql<Notice>`
    select notice.user_id, notice.message_id from push_notice as notice
      left join user_message as own on own.user_id = notice.user_id and own.message_id = notice.message_id
    where notice.message_id = ${message.id} and notice.trigger like ${"%mentioned%"}
      and (coalesce(own.flags, 0) & ${sql.lit(MENTION_FLAGS)}) = 0`.execute(ctx.db);
  await withdrawNotices(ctx, rows);
}

export const withdrawingUnmentioned = on(messageRewritten, withdrawUnmentioned);
