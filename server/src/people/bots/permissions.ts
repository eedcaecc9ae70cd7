/** Who can create bots and change them. */
import type { Holder } from "../../kernel/access/holds.ts";
import { BotType, isAdministrator, isOwner } from "../../kernel/access/roles.ts";
import type { UserId } from "../../kernel/api/ids.ts";
import { may, type RealmFacts } from "../../organization/realms/permissions.ts";

/** can_create_bots_group is for all types; can_create_write_only_bots_group is for bots that can only post. */
export function canCreateBot<V>(
  user: Holder<V>,
  settings: RealmFacts<"can_create_bots_group" | "can_create_write_only_bots_group", V>,
  botType: number,
): boolean {
  if (may(user, settings, "can_create_bots_group")) return true;
  return botType === BotType.incomingWebhook && may(user, settings, "can_create_write_only_bots_group");
}

export function canManageBot(user: { id: UserId; role: number }, bot: { bot_owner_id: UserId | null }): boolean {
  return bot.bot_owner_id === user.id || isAdministrator(user);
}

export type BotRoleFault = "mustBeAdministrator" | "mustBeOwner";

/** Only owners make a bot an owner, or change the role of one; administrators give all other roles. */
export function botRoleFault(
  user: { readonly role: number },
  bot: { readonly role: number },
  role: number,
): BotRoleFault | undefined {
  if (isOwner({ role }) || isOwner(bot)) return isOwner(user) ? undefined : "mustBeOwner";
  return isAdministrator(user) ? undefined : "mustBeAdministrator";
}
