/** Creates links that any number of people can join with. */
import { demand, InsufficientPermission, type ShapeOf } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { announceInvites } from "./announce.ts";
import type { createInviteLink as operation } from "./contract.ts";
import { newKey, sharedLink } from "./keys.ts";
import { mayMakeLinks } from "./permissions.ts";
import { insertInvitations } from "./store.ts";
import { checkRole, checkTerms } from "./terms.ts";

type InviteLinkRequest = ShapeOf<(typeof operation)["params"]>;

/** Returns the link. The inviter is not notified when people join with it. */
export async function createInviteLink(ctx: WriteContext, request: InviteLinkRequest): Promise<string> {
  const { app, db, realm, user } = ctx;
  ctx.app.limits.admit(user.id, "invite_by_user");
  demand(mayMakeLinks(user, realm.settings), new InsufficientPermission());
  checkRole(user, request.invite_as);
  const terms = await checkTerms(ctx, request);
  const { key, ...stored } = newKey(app.secrets);
  const common = { realm_id: realm.id, inviter_id: user.id, notify_referrer_on_join: false };
  await demandRoom(ctx, "invitation_links", { inviter_id: user.id });
  await insertInvitations(db, [{ ...terms, ...stored, ...common, kind: "link", email: null }]);
  announceInvites(ctx, [user.id]);
  return sharedLink(realm, key);
}
