import { change } from "../../kernel/context.ts";
import { route, steppedRoute } from "../../kernel/http/route.ts";
import * as contract from "./contract.ts";
import { createInviteLink } from "./link.ts";
import { invitationsFor, resendInvitation, revokeInvitation } from "./open.ts";
import { presentInvitation } from "./present.ts";
import { sendInvites } from "./send.ts";

export const inviteRoutes = [
  route(contract.getInvites, async (ctx) => ({
    invites: (await invitationsFor(ctx)).map((invitation) => presentInvitation(ctx, invitation)),
  })),

  steppedRoute(contract.sendInvites, async (ctx, request) => {
    const { failure, links } = await change(ctx, (writing) => sendInvites(writing, request));
    // Thrown outside the transaction, so that the invitations to the other addresses are not rolled back.
    if (failure) throw new contract.InvitationFailed(failure);
    return links.length > 0 ? { invite_links: links } : {};
  }),

  route(contract.createInviteLink, async (ctx, request) => ({ invite_link: await createInviteLink(ctx, request) })),

  route(contract.revokeInvite, async (ctx, { invite_id }) => {
    await revokeInvitation(ctx, { id: invite_id, kind: "mail" });
    return {};
  }),

  route(contract.revokeInviteLink, async (ctx, { invite_id }) => {
    await revokeInvitation(ctx, { id: invite_id, kind: "link" });
    return {};
  }),

  route(contract.resendInvite, async (ctx, { invite_id }) => {
    await resendInvitation(ctx, invite_id);
    return {};
  }),
];
