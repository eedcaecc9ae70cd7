import { mutant } from "./mutant.ts";

export const peopleMutants = [
  mutant(
    "demand(!bot.can_create_users || isOwner(ctx.user), new InsufficientPermission());",
    "",
    "administrators come to the key of a bot that may create users",
  ),
  mutant(
    "return bot.bot_owner_id === user.id || isAdministrator(user);",
    "return bot.bot_owner_id === user.id;",
    "administrators do not manage bots",
  ),
  mutant(
    'return botType === BotType.incomingWebhook && may(user, settings, "can_create_write_only_bots_group");',
    'return may(user, settings, "can_create_write_only_bots_group");',
    "who may make bots that only post makes bots of every type",
  ),
  mutant(
    'if (group.kind === "system") return false; return may(user, settings, "can_manage_all_groups")',
    'return may(user, settings, "can_manage_all_groups")',
    "the groups of the roles are managed",
  ),
  mutant(
    'if (group.kind === "system") return false; return canManage(user, settings, group)',
    "return canManage(user, settings, group)",
    "a system group's own permissions let people change it",
  ),
  mutant(
    "ids.every((id) => id === user.id);",
    "ids.some((id) => id === user.id);",
    "who may join a group adds others along with themselves",
  ),
  mutant("role >= user.role;", "true;", "people invite others with more rights than they have"),
  mutant("!isGuest(viewer) || !isRestricted(realm);", "true;", "guests access everybody where they should not"),
  mutant(
    "if (direct_subgroup_ids.some((id) => around.has(id))) throw wouldContainItself({ id: group_id });",
    "",
    "a group comes to contain itself",
  ),
  mutant(
    'await notifyMembers(ctx, group, "addedToGroup", user_ids);',
    "",
    "nobody is told that they were added to a group",
  ),
  mutant(
    'await notifyMembers(ctx, group, "removedFromGroup", user_ids);',
    "",
    "nobody is told that they were removed from a group",
  ),
  mutant(
    "for (const bot of await activeBotsOf(db, user.id)) await deactivateAccount(ctx, bot);",
    "",
    "the bots of somebody who was deactivated go on",
  ),
  mutant(
    "(ctx, { userId }) => endInvitationsOf(ctx, userId)",
    "() => {}",
    "invitations of somebody who was deactivated stay open",
  ),
  mutant(
    "on(personDeactivating, (ctx, { userId }) => endRegistrationsOf(ctx, userId))",
    "on(personDeactivating, () => {})",
    "the telephones of somebody who was deactivated go on ringing",
  ),
  mutant("await deleteQueuesOf(ctx.db, [user_id]);", "", "the queues of somebody who was deactivated stay"),
  mutant(
    "await happened(ctx, subscriberShown, { userId: user_id, isActive: false });",
    "",
    "somebody who was deactivated is shown as a subscriber",
  ),
  mutant(
    "await announceAbsenceFromGroups(ctx, user_id, strangers);",
    "",
    "somebody who was deactivated is shown in groups",
  ),
  mutant(
    "demand(!isOwner(person) || isOwner(ctx.user), new MustBeOwner()); return person;",
    "return person;",
    "administrators deactivate owners",
  ),
  mutant("demand(!concernsOwners || isOwner(caller), new MustBeOwner());", "", "administrators make themselves owners"),
  mutant("demand(!isLast, new LastOwnersRole());", "", "the last owner gives up the role"),
  mutant(
    "demand(!isGuest(user) || !isAdministrator({ role }), new GuestCannotAdminister());",
    "",
    "a guest becomes an administrator",
  ),
  mutant(
    "const effects = { role: { user: user.id, from: user.role, to: role } };",
    "const effects = {};",
    "who is a guest from now on hears what is for members",
  ),
  mutant(
    "if (isGuest(user) !== isGuest({ role: before })) return announceDefaultsTo(ctx, user);",
    "",
    "who becomes a guest goes on seeing the default channels",
  ),
  mutant("await announceOversight(ctx, now, user.role);", "", "a new administrator is not told of all bots"),
  mutant(
    "await announcePeopleSeen(ctx, user, now, before);",
    "",
    "with a new role nobody comes to see addresses that they may see now",
  ),
  mutant(
    "if (new_email !== undefined) demand(mayChangeEmails(ctx), new NotAllowedToChangeEmails());",
    "",
    "every administrator changes addresses",
  ),
  mutant(
    "isOwner(user) && user.can_change_user_emails;",
    "user.can_change_user_emails;",
    "who is no owner any more still changes addresses",
  ),
  mutant(
    "const seeing = await toUsersWithAccess(ctx, after, [0, addressVisibleUpto(after)]);",
    "const seeing = await toUsersWithAccess(ctx, after);",
    "everybody hears a new address",
  ),
];
