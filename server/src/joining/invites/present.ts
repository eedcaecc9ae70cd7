import type { ValueOf } from "../../kernel/api/fields.ts";
import type { UserId } from "../../kernel/api/ids.ts";
import type { Context } from "../../kernel/context.ts";
import type { linkInvitation, mailInvitation } from "./contract.ts";
import { sharedLink } from "./keys.ts";
import { linkToPassOn } from "./pass-on.ts";
import type { Invitation } from "./store.ts";

type Presented = ValueOf<typeof mailInvitation> | ValueOf<typeof linkInvitation>;

export function presentInvitation(ctx: Context, invitation: Invitation): Presented {
  const { app, realm } = ctx;
  const shared = {
    id: invitation.id,
    invited_by_user_id: invitation.inviter_id as UserId,
    invited: invitation.invited_at,
    expiry_date: invitation.expires_at,
    invited_as: invitation.invited_as as Presented["invited_as"],
  };
  if (invitation.kind === "link") {
    const link_url = sharedLink(realm, app.secrets.decrypt(invitation.key_encrypted));
    return { ...shared, link_url, is_multiuse: true };
  }
  const { email, notify_referrer_on_join } = invitation;
  const link_url = linkToPassOn(ctx, invitation);
  const mailed = { ...shared, email: email as string, notify_referrer_on_join, is_multiuse: false };
  return link_url === undefined ? mailed : { ...mailed, link_url };
}
