/** Who posts an email, and where: asked when the sending server names the recipient, and again when it has sent the email. */
import { isAdministrator } from "../../kernel/access/roles.ts";
import { ApiError, type UserId } from "../../kernel/api/index.ts";
import type { App, Context, Realm, User } from "../../kernel/context.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { type Message, messageSeen } from "../../messages/access.ts";
import { channelToPostIn } from "../../messages/send/prepare.ts";
import { systemBot, systemBotIfAny, updateBotsOf } from "../../people/users/system-bots.ts";
import { type ChannelMailbox, type Mailbox, type MailOption, mailboxAt, type ReplyMailbox } from "./addresses.ts";
import { MailRefusal, noSuchAddress, notAllowed } from "./refusal.ts";

/** The name of the client in messages. */
const CLIENT = "Email";

interface AnyTarget<M extends Mailbox> {
  readonly mailbox: M;
  /** Identifies the address. */
  readonly key: string;
  readonly options: ReadonlySet<MailOption>;
  /** Acts as the sender of the message. */
  readonly ctx: Context;
  /** Acts as the owner of the address. */
  readonly owner: Context;
  /** The message is posted in the name of a person, who must therefore have sent the email. */
  readonly isPersonal: boolean;
}

export type ChannelTarget = AnyTarget<ChannelMailbox>;
export type ReplyTarget = AnyTarget<ReplyMailbox> & { readonly message: Message };
export type MailTarget = ChannelTarget | ReplyTarget;

/** Throws a `MailRefusal` if nothing can be posted by this address. */
export async function targetOf(app: App, address: string): Promise<MailTarget> {
  const { reader } = app.database;
  const found = await mailboxAt(app, reader, address);
  if (!found) throw noSuchAddress();
  const { mailbox } = found;
  const owner = await actingAs(app, mailbox.ownerId);
  if (!owner) throw new MailRefusal(550, "5.2.1", "The account of this address is deactivated.", "permission");
  if (mailbox.kind === "reply") {
    const message = await repliedTo(owner, mailbox);
    return { ...found, mailbox, ctx: owner, owner, message, isPersonal: true };
  }
  const user = await senderOf(owner, mailbox.senderId);
  const isPersonal = !user.is_bot;
  const target = { ...found, mailbox, ctx: { ...owner, user }, owner, isPersonal };
  await allowed(() => channelToPostIn(owner, mailbox.channelId));
  return target;
}

async function actingAs(app: App, userId: UserId): Promise<Context | undefined> {
  const { reader } = app.database;
  const row = await reader.selectFrom("user").selectAll().where("id", "=", userId).executeTakeFirst();
  if (!row?.is_active) return undefined;
  const realm = await app.identities.realmById(reader, row.realm_id);
  if (!realm.is_active) return undefined;
  const user = await app.identities.user(reader, row, realm.version);
  return { ...serverContext(app, realm), user, client: CLIENT };
}

async function senderOf(owner: Context, senderId: UserId | undefined): Promise<User> {
  if (senderId === undefined) return gatewayOf(owner.app, owner.realm);
  if (senderId === owner.user.id) return owner.user;
  const bot = (await actingAs(owner.app, senderId))?.user;
  const isTheirs = bot?.is_bot && (bot.bot_owner_id === owner.user.id || isAdministrator(owner.user));
  if (!isTheirs || bot.realm_id !== owner.realm.id) throw noSuchAddress();
  return bot;
}

/** An organization that was imported while the server runs has none yet. */
async function gatewayOf(app: App, realm: Realm): Promise<User> {
  const known = await systemBotIfAny(app.database.reader, realm.id, "email_gateway");
  if (known) return known;
  await updateBotsOf(app, realm);
  return systemBot(app.database.reader, realm.id, "email_gateway");
}

async function repliedTo(owner: Context, { messageId, expiresAt }: ReplyMailbox): Promise<Message> {
  if (owner.now >= expiresAt) throw notAllowed("This address for replies has expired. Reply in Parley.");
  const message = await messageSeen(owner, messageId);
  if (!message) throw notAllowed("You can no longer read this conversation.");
  const { channel } = message;
  if (channel) await allowed(() => channelToPostIn(owner, channel.id));
  return message;
}

/** The rules for any message apply; their errors say what is missing. */
async function allowed<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw error instanceof ApiError ? notAllowed(error.message) : error;
  }
}
