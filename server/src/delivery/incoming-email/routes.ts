import { activeChannelFor, channelToAdminister } from "../../channels/access.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import { getChannelEmailAddress, NoSuchBot } from "../../channels/read/contract.ts";
import { replaceChannelEmailAddresses } from "../../channels/update/contract.ts";
import { isAdministrator } from "../../kernel/access/roles.ts";
import { demand, InsufficientPermission, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { route } from "../../kernel/http/route.ts";
import { addresseesWithIds } from "../../people/users/store.ts";
import { systemBotIfAny } from "../../people/users/system-bots.ts";
import { replaceAddresses } from "./actions.ts";
import { channelAddress } from "./addresses.ts";

export const incomingEmailRoutes = [
  route(getChannelEmailAddress, async (ctx, { stream_id, sender_id }) => {
    const channel = await activeChannelFor(ctx, stream_id, hasContentAccess);
    const senderId = await senderChosen(ctx, sender_id);
    const mailbox = { channelId: channel.id, ownerId: ctx.user.id, senderId };
    return { email: await channelAddress(ctx.app, ctx.db, mailbox, channel.name) };
  }),

  route(replaceChannelEmailAddresses, async (ctx, { stream_id }) => {
    await replaceAddresses(ctx, await channelToAdminister(ctx, stream_id));
    return {};
  }),
];

/** The caller, or a bot that the caller may administer; undefined for the email gateway. No other bot of the server can be chosen. */
async function senderChosen({ db, realm, user }: Context, id: UserId | undefined): Promise<UserId | undefined> {
  if (id === undefined || id === user.id) return id;
  if (id === (await systemBotIfAny(db, realm.id, "email_gateway"))?.id) return undefined;
  const [sender] = await addresseesWithIds(db, realm.id, [id]);
  if (!sender?.is_active || sender.bot_type === null || sender.system_bot !== null) throw new NoSuchBot();
  demand(sender.bot_owner_id === user.id || isAdministrator(user), new InsufficientPermission());
  return id;
}
