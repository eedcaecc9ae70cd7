import { strangersIn } from "../channels/strangers.ts";
import type { RecipientId, UserId } from "../kernel/api/ids.ts";
import type { WriteContext } from "../kernel/context.ts";
import { on } from "../kernel/moments.ts";
import { acquaintancesBefore, announceAcquaintances } from "../people/users/access/changes.ts";
import { presentUnknownSender } from "../people/users/access/unknown.ts";
import { type Arrived, messageArrived, type PlaceToSend } from "./moments.ts";
import { insertDirectRecipient } from "./store.ts";

/** Guests come to know whoever they begin to write with. */
export async function beginConversation(ctx: WriteContext, ids: readonly UserId[]): Promise<RecipientId> {
  const concerned = [{ guests: ids, users: ids }];
  const before = await acquaintancesBefore(ctx, concerned);
  const recipientId = await insertDirectRecipient(ctx.db, ctx.realm.id, ids);
  await announceAcquaintances(ctx, concerned, before);
  return recipientId;
}

/** Guests who do not know the sender are not told who it is. */
export const hidingSenders = on(messageArrived, (ctx, { conversation, personal }) => {
  if ("channel" in conversation) return hideSender(ctx, conversation.channel, personal);
});

async function hideSender(ctx: WriteContext, channel: PlaceToSend, personal: Arrived["personal"]): Promise<void> {
  for (const stranger of await strangersIn(ctx, channel))
    personal[stranger] = { ...personal[stranger], sender: presentUnknownSender(ctx.user.id, ctx.realm) };
}
