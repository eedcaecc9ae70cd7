/** Creates an account from a link. */

import { defaultGroupsOf } from "../../channels/default-channels/store.ts";
import { isAdministrator, isGuest } from "../../kernel/access/roles.ts";
import { demand } from "../../kernel/api/index.ts";
import { change, type OpenContext } from "../../kernel/context.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { isStrongPassword, PASSWORD_RULES } from "../../kernel/passwords.ts";
import { hashPassword } from "../../kernel/secrets.ts";
import { checkNewName } from "../../people/users/actions.ts";
import { acceptsUnverified } from "../../people/users/addresses.ts";
import { PasswordTooWeak } from "../../people/users/contract.ts";
import type { UserRow } from "../../people/users/present.ts";
import { unclaimedAccount, userById } from "../../people/users/store.ts";
import { keyHash } from "../invites/keys.ts";
import { type Invitation, invitationByHash, isOpen } from "../invites/store.ts";
import { join } from "./join.ts";

export type LinkFault = "malformed" | "unknown";

/** The link does not belong to any invitation. */
export class BrokenLink extends Error {
  readonly fault: LinkFault;
  constructor(fault: LinkFault) {
    super(`the link is ${fault}`);
    this.fault = fault;
  }
}

/** The invitation has expired, was used, or was revoked. */
export class InvitationOver extends Error {
  readonly invitation: Invitation;
  constructor(invitation: Invitation) {
    super("the invitation is no longer valid");
    this.invitation = invitation;
  }
}

const KEY_LENGTHS = [24, 40];

/** The invitation with this key, if it has one of these kinds and is still valid. */
export async function invitationByKey(
  { app, db, realm, now }: OpenContext,
  key: string,
  kinds: readonly Invitation["kind"][],
): Promise<Invitation> {
  if (!KEY_LENGTHS.includes(key.length)) throw new BrokenLink("malformed");
  const invitation = await invitationByHash(db, realm.id, keyHash(app.secrets, key));
  if (!invitation || !kinds.includes(invitation.kind)) throw new BrokenLink("unknown");
  if (!isOpen(invitation, now) || needsInvitation(invitation, realm)) throw new InvitationOver(invitation);
  return invitation;
}

/** A sign-up without an invitation, in an organization that has required invitations since. */
const needsInvitation = ({ kind, link_id }: Invitation, { settings }: OpenContext["realm"]): boolean =>
  kind === "confirmation" && link_id === null && settings.invite_required;

export const TO_ONE_ADDRESS = ["mail", "confirmation"] as const;

export interface SignUpRegistration {
  readonly key: string;
  readonly email: string;
  readonly full_name: string;
  /** `undefined` if the organization does not use passwords. */
  readonly password: string | undefined;
  readonly timezone: string | undefined;
  readonly email_address_visibility: 1 | 2 | 3 | 4 | 5 | undefined;
  /** Groups of default channels that the person chose. */
  readonly groupIds: readonly number[];
}

/** Creates the account. The caller checks the address against the current rules. */
export async function register(ctx: OpenContext, { kind }: Invitation, form: SignUpRegistration): Promise<UserRow> {
  const { key, email, password, timezone, email_address_visibility } = form;
  const waiting = await unclaimedAccount(ctx.db, ctx.realm.id, email);
  const full_name = await checkNewName(ctx, form.full_name, waiting?.id);
  const isAcceptable = password === undefined || (await isStrongPassword(password, [email, full_name]));
  demand(isAcceptable && !isLonger(password ?? "", PASSWORD_RULES.password_max_length), new PasswordTooWeak());
  const password_hash = password === undefined ? null : await hashPassword(password, ctx.ip);
  const settings = {
    ...(timezone === undefined ? {} : { timezone }),
    ...(email_address_visibility === undefined ? {} : { email_address_visibility }),
  };
  const { user } = await change(ctx, async (writing) => {
    // Checked again, so that two simultaneous requests create one account.
    const invitation = await invitationByKey(writing, key, [kind]);
    // The rules may have changed while the password was hashed.
    if (kind === "link" && !acceptsUnverified(writing)) throw new InvitationOver(invitation);
    const is_email_verified = isEmailed(invitation);
    const account = { email, full_name, role: invitation.invited_as, password_hash, settings, is_email_verified };
    const groupIds = mayChooseChannels(invitation) ? form.groupIds : [];
    const isProven = await provesAddress(writing, invitation);
    return join(writing, account, { invitation, isProven, chosen: await channelsIn(writing, groupIds) });
  });
  return user;
}

/**
 * Whether the person can have an account that waits for the address: they have the link from an email to it. While the server
 * sends no email, administrators are trusted to pass the link on to the right person, because they could reset the password
 * as well. What they passed on does not count any more once there is email (decision 111).
 */
export async function provesAddress({ app, db, realm }: OpenContext, invitation: Invitation): Promise<boolean> {
  if (isEmailed(invitation)) return true;
  const { kind, inviter_id } = invitation;
  if (kind !== "mail" || inviter_id === null || sendsMail(app)) return false;
  const inviter = await userById(db, realm.id, inviter_id);
  return inviter?.is_active === true && isAdministrator(inviter);
}

const isEmailed = ({ kind, is_passed_on }: Invitation): boolean => kind !== "link" && !is_passed_on;

/** Guests cannot choose channels, because they only see the channels they were given. */
export const mayChooseChannels = ({ invited_as }: Invitation): boolean => !isGuest({ role: invited_as });

async function channelsIn({ db, realm }: OpenContext, groupIds: readonly number[]) {
  const groups = groupIds.length === 0 ? [] : await defaultGroupsOf(db, realm.id);
  return groups.filter(({ id }) => groupIds.includes(id)).flatMap(({ streams }) => streams);
}
