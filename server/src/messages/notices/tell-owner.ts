/** What the owner of a bot is told of it by the notification bot. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { User, Writing } from "../../kernel/context.ts";
import { userById } from "../../people/users/store.ts";
import { systemBot } from "../../people/users/system-bots.ts";
import { silently } from "../../text/notices/markup.ts";
import { type Notices, noticesIn } from "../../text/notices/texts/index.ts";
import { directRecipient } from "../store.ts";
import { sendNotice } from "./send.ts";

/** A bot that fails once a second must not write to its owner once a second. */
const SECONDS_BETWEEN_NOTICES = 60;
/** How far back an owner's notices are looked through for one about the same bot. */
const NOTICES_LOOKED_AT = 20;

/** In the owner's language; nothing when the owner was told something about the bot just now, or is not there. */
export async function tellOwner(
  ctx: Writing,
  bot: User,
  sentence: (notices: Notices, bot: string) => string,
): Promise<void> {
  const owner = bot.bot_owner_id === null ? undefined : await userById(ctx.db, ctx.realm.id, bot.bot_owner_id);
  const name = silently(bot);
  if (!owner?.is_active || (await wasToldLately(ctx, owner.id, name))) return;
  const language = (owner.settings.default_language as string) ?? ctx.realm.userDefaults.default_language;
  await sendNotice(ctx, { user: owner.id }, sentence(noticesIn(language), name));
}

async function wasToldLately({ db, realm, now }: Writing, owner: UserId, bot: string): Promise<boolean> {
  const { id } = await systemBot(db, realm.id, "notification");
  const recipient = await directRecipient(db, realm.id, [id, owner]);
  if (recipient === undefined) return false;
  const newest = await db
    .selectFrom("message")
    .select(["sent_at", "content"])
    .where("recipient_id", "=", recipient)
    .orderBy("id", "desc")
    .limit(NOTICES_LOOKED_AT)
    .execute();
  return newest.some(({ sent_at, content }) => sent_at > now - SECONDS_BETWEEN_NOTICES && content.includes(bot));
}
