/** The invitations contract. */
import {
  apiError,
  badRequest,
  bool,
  channelId,
  either,
  groupId,
  InsufficientPermission,
  ids,
  int,
  list,
  noted,
  nullable,
  operation,
  optional,
  type Sentence,
  said,
  strictObject,
  text,
  timestamp,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { MustBeOwner, NotForBots, NotForGuests } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { InvalidUserGroup, UserGroupDeactivated } from "../../people/groups/contract.ts";
import { role } from "../../people/users/contract.ts";

export const MAX_WELCOME_TEXT_LENGTH = 8000;
/** Enough for a thousand addresses. */
const MAX_INVITEES_LENGTH = 300_000;
/** A hundred years. */
const MAX_MINUTES = 52_560_000;

export const NoAddress = badRequest("You must specify at least one email address.");
export const TooManyAddresses = badRequest("Too many email addresses in one request (maximum 1000).");
/** Has the generic error code, unlike MustBeAdministrator. */
export const OnlyAdministrators = badRequest("Must be an organization administrator");
export const invalidChannel = badRequest<{ id: number }>(
  ({ id }) => said`Invalid channel ID ${id}. No invites were sent.`,
);
export const MayNotSubscribeOthers = badRequest("You do not have permission to subscribe other users to channels.");
export const NoSuchInvitation = badRequest("No such invitation");
export const AlreadyRevoked = badRequest("Invitation has already been revoked");

export interface InvitationFailure {
  /** Address, reason, and whether it has a deactivated account. */
  errors: [address: string, reason: Sentence, isDeactivated: boolean][];
  sent_invitations: boolean;
  daily_limit_reached: boolean;
  license_limit_reached: boolean;
}

const failureSentence = ({ errors, sent_invitations, daily_limit_reached }: InvitationFailure): Sentence => {
  if (daily_limit_reached)
    return said`Your organization has reached its limit of invitations for today (PARLEY_INVITATIONS_PER_DAY). Nobody was invited.`;
  if (errors.length === 0) return said`Your account is too new to invite people to this organization.`;
  if (sent_invitations) return said`Some of these addresses already have accounts. The others were invited.`;
  return said`Some of these addresses cannot be invited. Nobody was invited.`;
};

export const InvitationFailed = apiError<InvitationFailure>("INVITATION_FAILED", failureSentence);

const terms = {
  invite_expires_in_minutes: optional(nullable(int({ min: 1, max: MAX_MINUTES })), {
    note: "Null for an invitation that never expires. Defaults to the server's setting.",
    since: 126,
  }),
  invite_as: withDefault(role, 400, { note: "A role with no more permissions than your own." }),
  group_ids: withDefault(ids(groupId), [], { note: "Groups that you can add members to." }),
  include_realm_default_subscriptions: withDefault(bool(), false),
  welcome_message_custom_text: withDefault(nullable(text({ max: MAX_WELCOME_TEXT_LENGTH })), null, {
    note: "Markdown; null for the organization's default text, empty for none. Administrators only.",
    since: 416,
  }),
};

const ofChannels = "Default channels, and channels you can add subscribers to.";

const termErrors = [
  InsufficientPermission,
  MustBeOwner,
  OnlyAdministrators,
  MayNotSubscribeOthers,
  InvalidUserGroup,
  UserGroupDeactivated,
];

export const sendInvites = operation({
  method: "POST",
  path: "/invites",
  summary: "Invite people by email.",
  gate: "member",
  params: {
    invitee_emails: text({ max: MAX_INVITEES_LENGTH }),
    ...terms,
    stream_ids: noted(ids(channelId), { note: ofChannels }),
    notify_referrer_on_join: withDefault(bool(), true),
  },
  audit: ["invitation_sent"],
  response: {
    invite_links: optional(list(strictObject({ email: text(), link_url: text() })), {
      note: "If the server sends no email: the links to pass on, unless the organization only admits confirmed addresses and you are not an owner.",
    }),
  },
  errors: [
    collections.invitations.Full,
    NotForGuests,
    NotForBots,
    ...termErrors,
    NoAddress,
    TooManyAddresses,
    InvitationFailed,
  ],
});

export const createInviteLink = operation({
  method: "POST",
  path: "/invites/multiuse",
  summary: "Create a link that any number of people can join with.",
  gate: "member",
  params: { ...terms, stream_ids: withDefault(ids(channelId), [], { note: ofChannels }) },
  audit: ["invitation_link_created"],
  response: { invite_link: text() },
  errors: [collections.invitation_links.Full, NotForGuests, NotForBots, ...termErrors],
});

const invitation = {
  id: int(),
  invited_by_user_id: userId,
  invited: timestamp(),
  expiry_date: nullable(timestamp()),
  invited_as: role,
};

export const mailInvitation = strictObject({
  ...invitation,
  is_multiuse: bool(),
  email: text(),
  notify_referrer_on_join: bool(),
  link_url: optional(text(), { note: "If the server sends no email: the link to pass on, as in `invite_links`." }),
});
export const linkInvitation = strictObject({ ...invitation, is_multiuse: bool(), link_url: text() });

export const getInvites = operation({
  method: "GET",
  path: "/invites",
  summary: "List the open invitations: your own, or all of them for administrators.",
  gate: "member",
  response: { invites: list(either(mailInvitation, linkInvitation)) },
  errors: [NotForGuests, NotForBots],
});

const ofOne = {
  gate: "member",
  params: { invite_id: int() },
  response: {},
} as const;
const errors = [NotForGuests, NotForBots, NoSuchInvitation, OnlyAdministrators, MustBeOwner];

export const revokeInvite = operation({
  method: "DELETE",
  path: "/invites/{invite_id}",
  summary: "Revoke an email invitation.",
  ...ofOne,
  audit: ["invitation_revoked"],
  errors,
});

export const revokeInviteLink = operation({
  method: "DELETE",
  path: "/invites/multiuse/{invite_id}",
  summary: "Revoke an invitation link.",
  ...ofOne,
  audit: ["invitation_revoked"],
  errors: [...errors, AlreadyRevoked],
});

export const resendInvite = operation({
  method: "POST",
  path: "/invites/{invite_id}/resend",
  summary: "Send an email invitation again, with the same link and expiry.",
  ...ofOne,
  audit: ["invitation_resent"],
  errors: [...errors, InvitationFailed],
});
