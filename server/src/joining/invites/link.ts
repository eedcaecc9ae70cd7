/** Creates links that any number of people can join with. */

import { demand, InsufficientPermission, type ShapeOf, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { announceInvites } from "./announce.ts";
import type { createInviteLink as operation } from "./contract.ts";
import { newKey, sharedLink } from "./keys.ts";
import { mayMakeLinks } from "./permissions.ts";
import { insertInvitations } from "./store.ts";
import { checkRole, checkTerms, type Terms } from "./terms.ts";

type InviteLinkRequest = ShapeOf<(typeof operation)["params"]>;

/** Returns the link. The inviter is not notified when people join with it. */
export async function createInviteLink(ctx: WriteContext, request: InviteLinkRequest): Promise<string> {
  const { realm, user } = ctx;
  ctx.app.limits.admit(user.id, "invite_by_user");
  demand(mayMakeLinks(user, realm.settings), new InsufficientPermission());
  checkRole(user, request.invite_as);
  const terms = await checkTerms(ctx, request);
  await demandRoom(ctx, "invitation_links", { inviter_id: user.id });
  return storeLink(ctx, user.id, terms);
}

/** Returns the link. The caller checks permissions. */
export async function storeLink(ctx: Writing, inviter_id: UserId, terms: Terms): Promise<string> {
  const { app, db, realm } = ctx;
  const { key, ...stored } = newKey(app.secrets);
  const common = { realm_id: realm.id, inviter_id, notify_referrer_on_join: false, is_passed_on: true };
  const link = { ...terms, ...stored, ...common, kind: "link" as const, email: null };
  for (const { id, invited_as } of await insertInvitations(db, [link]))
    record(ctx, "invitation_link_created", { invitation_id: id, role: invited_as });
  announceInvites(ctx, [inviter_id]);
  return sharedLink(realm, key);
}
