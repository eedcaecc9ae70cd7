/** Somebody says that an address is theirs: a mail to it proves it. */
import { Role } from "../access/roles.ts";
import { change, type OpenContext, type Writing } from "../context.ts";
import { json } from "../db/dialect.ts";
import { mailLink, newKey } from "../invites/keys.ts";
import { type Invitation, insertInvitations } from "../invites/store.ts";
import { type AddressFault, addressFault, isTaken } from "../users/addresses.ts";
import { mailSignUp } from "./letters.ts";

const VALIDITY_SECONDS = 86_400;

/**
 * Sends the mail, or answers why the address cannot be used. Whether it has an account already is told to its owner only:
 * by mail.
 */
export async function askToConfirm(
  ctx: OpenContext,
  email: string,
  link?: Invitation,
): Promise<AddressFault | undefined> {
  const fault = await addressFault(ctx, email);
  if (fault && !isTaken(fault)) return fault;
  await change(ctx, async (writing) => {
    if (fault === "has_account") mailSignUp(writing, email, "hasAccount", `${ctx.realm.url}/login/`);
    else if (fault === "deactivated") mailSignUp(writing, email, "deactivated");
    else await sendConfirmation(writing, email, link);
  });
  return undefined;
}

/** Without a link: a member with the default channels. */
async function sendConfirmation(ctx: Writing, email: string, link: Invitation | undefined): Promise<void> {
  const { app, db, realm, now } = ctx;
  const { key, ...stored } = newKey(app.secrets);
  const confirmation = {
    ...stored,
    realm_id: realm.id,
    kind: "confirmation" as const,
    // Whoever made the link is not told who joins by it.
    inviter_id: null,
    notify_referrer_on_join: false,
    email,
    invited_at: now,
    expires_at: now + VALIDITY_SECONDS,
    invited_as: link?.invited_as ?? Role.member,
    stream_ids: json(link?.stream_ids ?? []),
    group_ids: json(link?.group_ids ?? []),
    include_realm_default_subscriptions: link?.include_realm_default_subscriptions ?? true,
    welcome_message_custom_text: link?.welcome_message_custom_text ?? null,
  };
  await insertInvitations(db, [confirmation]);
  mailSignUp(ctx, email, "confirm", mailLink(realm, key));
}
