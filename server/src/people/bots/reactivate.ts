/** What reactivating a bot involves, in addition to reactivating any account. */

import { demand, InsufficientPermission, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { HeldOwnerStays } from "../users/contract.ts";
import { changeUser, userById } from "../users/store.ts";
import { announceBotChange, announceNewOwner } from "./announce.ts";
import { checkBotName } from "./create/actions.ts";
import { canCreateBot, canManageBot } from "./permissions.ts";
import { type BotRow, botById, isOwnerHeld } from "./store.ts";

interface DeactivatedBot {
  readonly id: UserId;
  readonly full_name: string;
  readonly bot_type: number | null;
  readonly bot_owner_id: UserId | null;
}

/** The caller must be allowed to create such a bot, and its name must still be free. */
export async function checkBotReactivation(ctx: WriteContext, bot: DeactivatedBot): Promise<void> {
  const { user, realm } = ctx;
  demand(canManageBot(user, bot), new InsufficientPermission());
  demand(canCreateBot(user, realm.settings, bot.bot_type as number), new InsufficientPermission());
  await checkBotName(ctx, bot.full_name);
}

/** Call after the account is active again. If the bot's owner is deactivated, the caller becomes its owner. */
export async function announceBotReactivation(ctx: WriteContext, { id, bot_owner_id }: DeactivatedBot): Promise<void> {
  const { db, realm, user } = ctx;
  await announceBotChange(ctx, { id, bot_owner_id }, { is_active: true });
  const owner = bot_owner_id === null ? undefined : await userById(db, realm.id, bot_owner_id);
  if (owner?.is_active) return;
  demand(!(await isOwnerHeld(db, bot_owner_id)), new HeldOwnerStays());
  await changeUser(db, id, { bot_owner_id: user.id });
  record(ctx, "bot_owner_changed", { user: id, from: bot_owner_id, to: user.id });
  await announceNewOwner(ctx, (await botById(db, realm.id, id)) as BotRow, bot_owner_id);
}
