import { mutant } from "./mutant.ts";

export const peopleMutants = [
  mutant(
    "demand(!bot.can_create_users || isOwner(ctx.user), new InsufficientPermission());",
    "",
    "administrators get the key of a bot that can create users",
  ),
  mutant(
    "return bot.bot_owner_id === user.id || isAdministrator(user);",
    "return bot.bot_owner_id === user.id;",
    "administrators cannot manage bots",
  ),
  mutant(
    'return botType === BotType.incomingWebhook && may(user, settings, "can_create_write_only_bots_group");',
    'return may(user, settings, "can_create_write_only_bots_group");',
    "users who can create bots that only post can create bots of every type",
  ),
  mutant(
    'if (group.kind === "system") return false; return may(user, settings, "can_manage_all_groups")',
    'return may(user, settings, "can_manage_all_groups")',
    "the system groups of roles can be managed",
  ),
  mutant(
    'if (group.kind === "system") return false; return canManage(user, settings, group)',
    "return canManage(user, settings, group)",
    "a system group's own permissions allow changing it",
  ),
  mutant(
    "ids.every((id) => id === user.id);",
    "ids.some((id) => id === user.id);",
    "users who can join a group can add others along with themselves",
  ),
  mutant("role >= user.role;", "true;", "people can invite others with more rights than they have"),
  mutant("!isGuest(viewer) || !isRestricted(realm);", "true;", "restricted guests can access everyone"),
  mutant(
    "if (direct_subgroup_ids.some((id) => around.has(id))) throw wouldContainItself({ id: group_id });",
    "",
    "a group can contain itself",
  ),
  mutant(
    'await notifyMembers(ctx, group, "addedToGroup", user_ids);',
    "",
    "people are not notified when they are added to a group",
  ),
  mutant(
    'await notifyMembers(ctx, group, "removedFromGroup", user_ids);',
    "",
    "people are not notified when they are removed from a group",
  ),
  mutant(
    "for (const bot of await activeBotsOf(db, user.id)) await deactivateAccount(ctx, bot);",
    "",
    "the bots of a deactivated user stay active",
  ),
  mutant(
    "(ctx, { userId }) => endInvitationsOf(ctx, userId)",
    "() => {}",
    "invitations by a deactivated user stay valid",
  ),
  mutant(
    "on(personDeactivating, (ctx, { userId }) => endRegistrationsOf(ctx, userId))",
    "on(personDeactivating, () => {})",
    "the phones of a deactivated user still receive notifications",
  ),
  mutant("await deleteQueuesOf(ctx.db, [user_id]);", "", "the queues of a deactivated user stay"),
  mutant(
    "await happened(ctx, subscriberShown, { userId: user_id, isActive: false });",
    "",
    "a deactivated user is listed as a subscriber",
  ),
  mutant("await announceAbsenceFromGroups(ctx, user_id, strangers);", "", "a deactivated user is listed in groups"),
  mutant(
    'return isOwner(person) && !isOwner(user) ? "mustBeOwner" : undefined;',
    "return undefined;",
    "administrators can deactivate owners",
  ),
  mutant(
    'if ((isOwner(person) || isOwner({ role })) && !isOwner(user)) return "mustBeOwner";',
    "",
    "administrators can make themselves owners",
  ),
  mutant("demand(!isLast, new LastOwnersRole());", "", "the last owner can give up the role"),
  mutant(
    'return isGuest(person) && isAdministrator({ role }) ? "guestCannotAdminister" : undefined;',
    "return undefined;",
    "a guest can become an administrator",
  ),
  mutant(
    "const effects = { role: { user: user.id, from: user.role, to: role } };",
    "const effects = {};",
    "a new guest keeps receiving events for members",
  ),
  mutant(
    "if (isGuest(user) !== isGuest({ role: before })) return announceDefaultsTo(ctx, user);",
    "",
    "a new guest keeps seeing the default channels",
  ),
  mutant("await announceOversight(ctx, now, user.role);", "", "a new administrator does not receive all bots"),
  mutant(
    "await announcePeopleSeen(ctx, user, now, before);",
    "",
    "a new role does not reveal the email addresses it gives access to",
  ),
  mutant(
    "if (new_email !== undefined) demand(mayChangeEmails(ctx), new NotAllowedToChangeEmails());",
    "",
    "every administrator can change email addresses",
  ),
  mutant(
    "mayChangeAddresses(user) && user.can_change_user_emails;",
    "user.can_change_user_emails;",
    "former owners can still change email addresses",
  ),
  mutant(
    "const seeing = await toUsersWithAccess(ctx, after, [0, addressVisibleUpto(after)]);",
    "const seeing = await toUsersWithAccess(ctx, after);",
    "everyone receives a new email address",
  ),
];
