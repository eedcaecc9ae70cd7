/** Invites people by email. */

import { isAdministrator } from "../../kernel/access/roles.ts";
import { demand, InsufficientPermission, type ShapeOf } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Context, WriteContext } from "../../kernel/context.ts";
import { enqueue } from "../../kernel/jobs/job-kind.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { ADDRESS_FAULTS, addressFaults, isTaken, joiningFaults } from "../../people/users/addresses.ts";
import { addressesIn } from "./addresses.ts";
import { announceInvites } from "./announce.ts";
import {
  InvitationFailed,
  type InvitationFailure,
  NoAddress,
  type sendInvites as operation,
  TooManyAddresses,
} from "./contract.ts";
import { mailInvitation } from "./emails.ts";
import { newKey } from "./keys.ts";
import { linkToPassOn } from "./pass-on.ts";
import { mayInvite } from "./permissions.ts";
import { reminderAt, remindOfInvitation } from "./reminders.ts";
import { addressesOnDay, countAddresses, insertInvitations } from "./store.ts";
import { checkRole, checkTerms, type Terms } from "./terms.ts";

type SendInvitesRequest = ShapeOf<(typeof operation)["params"]>;

/** Other changes wait while a request is processed. */
const MAX_ADDRESSES_AT_ONCE = 1000;
/** If anyone can join, new accounts cannot invite yet, so that strangers cannot send email through the organization. */
const NEW_ACCOUNT_SECONDS = 3 * 86_400;

const NO_FAILURE: InvitationFailure = {
  errors: [],
  sent_invitations: false,
  daily_limit_reached: false,
  license_limit_reached: false,
};

export interface SentInvites {
  /** What was wrong with some addresses, if the others were invited. */
  readonly failure: InvitationFailure | undefined;
  /** For the inviter to pass on; empty if the server sends email. */
  readonly links: InviteLink[];
}

type InviteLink = { email: string; link_url: string };

export async function sendInvites(ctx: WriteContext, request: SendInvitesRequest): Promise<SentInvites> {
  const { realm, user } = ctx;
  ctx.app.limits.admit(user.id, "invite_by_user");
  demand(mayInvite(user, realm.settings), new InsufficientPermission());
  checkRole(user, request.invite_as);
  const addresses = addressesIn(request.invitee_emails);
  demand(addresses.length > 0, new NoAddress());
  demand(addresses.length <= MAX_ADDRESSES_AT_ONCE, new TooManyAddresses());
  const terms = await checkTerms(ctx, request);

  await checkDailyLimit(ctx, addresses.length);
  demand(isOldEnough(ctx), new InvitationFailed(NO_FAILURE));

  // Without email, whoever invites passes the link on: it would give them an account that waits for someone else.
  const mayClaim = sendsMail(ctx.app) || isAdministrator(user);
  const faults = await (mayClaim ? joiningFaults : addressFaults)(ctx, addresses);
  const errors = [...faults].map(([address, fault]): InvitationFailure["errors"][number] => [
    address,
    ADDRESS_FAULTS[fault],
    fault === "deactivated",
  ]);
  const invited = addresses.filter((address) => !faults.has(address));
  const areOthersFine = [...faults.values()].every(isTaken);
  demand(areOthersFine && invited.length > 0, new InvitationFailed({ ...NO_FAILURE, errors }));
  await demandRoom(ctx, "invitations", { inviter_id: user.id }, invited.length);
  const links = await inviteAll(ctx, invited, terms, request.notify_referrer_on_join);
  return { failure: errors.length > 0 ? { ...NO_FAILURE, errors, sent_invitations: true } : undefined, links };
}

export async function checkDailyLimit({ app, db, realm, now }: Context, addresses: number): Promise<void> {
  const limit = app.config.invitationsPerDay;
  if (limit === null) return;
  const isReached = (await addressesOnDay(db, realm.id, now)) + addresses > limit;
  demand(!isReached, new InvitationFailed({ ...NO_FAILURE, daily_limit_reached: true }));
}

const isOldEnough = ({ realm, user, now }: Context): boolean =>
  realm.settings.invite_required || isAdministrator(user) || now - user.date_joined >= NEW_ACCOUNT_SECONDS;

async function inviteAll(
  ctx: WriteContext,
  addresses: readonly string[],
  terms: Terms,
  notify_referrer_on_join: boolean,
): Promise<InviteLink[]> {
  const { app, db, realm, user, now } = ctx;
  const keys = new Map<string, string>();
  const invitations = addresses.map((email) => {
    const { key, ...stored } = newKey(app.secrets);
    keys.set(stored.key_hash, key);
    const kind = "mail" as const;
    const whose = { realm_id: realm.id, inviter_id: user.id, is_passed_on: !sendsMail(app) };
    return { ...terms, ...stored, ...whose, kind, email, notify_referrer_on_join };
  });
  const links: InviteLink[] = [];
  for (const invitation of await insertInvitations(db, invitations)) {
    record(ctx, "invitation_sent", { invitation_id: invitation.id, role: invitation.invited_as });
    const link_url = linkToPassOn(ctx, invitation);
    if (link_url !== undefined) links.push({ email: invitation.email as string, link_url });
    mailInvitation(ctx, invitation, { inviter: user.full_name, key: keys.get(invitation.key_hash) as string });
    const runAtMs = reminderAt(invitation);
    if (runAtMs !== undefined) enqueue(ctx, remindOfInvitation({ invitation_id: invitation.id }), { runAtMs });
  }
  await countAddresses(db, realm.id, now, addresses.length);
  announceInvites(ctx, [user.id]);
  return links;
}
