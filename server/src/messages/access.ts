/** Loads a message that the caller may read; missing and hidden messages give the same error. */
import type { Selectable } from "kysely";
import { seesAllHistory } from "../channels/permissions.ts";
import { type Channel, channelByRecipient } from "../channels/store.ts";
import { isVisitor } from "../kernel/access/roles.ts";
import type { ChannelId, MessageId } from "../kernel/api/index.ts";
import type { Context, User } from "../kernel/context.ts";
import type { Schema } from "../kernel/db/schema.ts";
import { NotLoggedIn } from "../kernel/http/authenticate.ts";
import { InvalidMessage } from "./contract.ts";
import { receivedBy } from "./visibility.ts";

export { InvalidMessage };

export type Message = Selectable<Schema["message"]> & { readonly channel: Channel | undefined };

export async function messageFor(ctx: Context, id: MessageId): Promise<Message> {
  const message = await messageSeen(ctx, id);
  if (!message) throw noSuchMessage(ctx.user);
  return message;
}

/** A message for internal use. Bots can read the message that triggered them. */
export async function messageSeen(ctx: Context, id: MessageId, calledInto?: ChannelId): Promise<Message | undefined> {
  const { db, realm, user } = ctx;
  const row = await db
    .selectFrom("message")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const channel = await channelByRecipient(db, realm.id, user.id, row.recipient_id);
  const isOpen = channel !== undefined && seesAllHistory(user, channel);
  const isCalled = channel !== undefined && channel.id === calledInto;
  return isOpen || isCalled || (await hasReceived(ctx, id)) ? { ...row, channel } : undefined;
}

/** A visitor might see it with an account. */
const noSuchMessage = (user: User) => (isVisitor(user) ? new NotLoggedIn() : new InvalidMessage());

async function hasReceived({ db, user }: Context, id: MessageId): Promise<boolean> {
  const row = await db
    .selectFrom("message")
    .select("id")
    .where("id", "=", id)
    .where(receivedBy(user))
    .executeTakeFirst();
  return row !== undefined;
}

/** Messages in an archived channel can be read but not changed. */
export async function messageToChange(ctx: Context, id: MessageId): Promise<Message> {
  const message = await messageFor(ctx, id);
  if (message.channel?.is_archived) throw new InvalidMessage();
  return message;
}
