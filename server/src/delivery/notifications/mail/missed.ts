/**
 * Sends the emails about messages that a user has missed, by conversation. Everything is checked again now, so messages
 * that the user has read, muted or lost access to are left out. The rows are deleted in the transaction that queues the
 * emails.
 */
import type { MessageId, UserId } from "../../../kernel/api/ids.ts";
import type { InTransaction } from "../../../kernel/context.ts";
import { inLanguage } from "../../../kernel/languages.ts";
import { type Envelope, sendMail } from "../../../kernel/mail/send.ts";
import { replyAddress } from "../../incoming-email/addresses.ts";
import { type NotifiedUser, push, usersToNotify } from "../notify.ts";
import { listeningUntil } from "../present-users.ts";
import { forgetMissed, type MissedMessage, postponeMissed, takeMissed } from "../store.ts";
import { conversationKeyOf, conversationsOf, type MissedConversation } from "./conversation.ts";
import { missedMessageEmail, namesIn, silentEmail } from "./emails.ts";
import { namesOrganization } from "./organization-name.ts";
import { languageOf, type ReadingContext, readingAs } from "./reader.ts";
import { unsubscribeUrl } from "./unsubscribe.ts";
import { missedMessageWords } from "./words/index.ts";

/** The conversations that one transaction sends emails about, since others wait for it: the rest follow in another. */
const CONVERSATIONS_AT_A_TIME = 10;
/** People who are present are checked again when their queue may have expired, but not sooner than this. */
const SHORTEST_WAIT_SECONDS = 60;

export async function mailMissed(ctx: InTransaction, userId: UserId): Promise<void> {
  const rows = await takeMissed(ctx.db, userId);
  const reading = await readingAs(ctx, userId);
  const { toNotify, listening } = await stillToNotify(ctx, userId, rows);
  const isHeld = ({ is_held }: MissedMessage) => is_held && listening !== undefined;
  const kept = reading ? rows.filter((row) => toNotify.has(row.message_id) && isHeld(row)) : [];
  await postponeMissed(ctx.db, userId, idsOf(kept), Math.max(listening ?? 0, ctx.now + SHORTEST_WAIT_SECONDS));

  const released = rows.filter((row) => row.is_held && !kept.includes(row));
  const ready = rows.filter((row) => !kept.includes(row));
  const isDue = released.length > 0 || ready.some((row) => row.due_at <= ctx.now);
  if (!isDue) return;
  // Without their content, one email says how many there are.
  const areShown = reading !== undefined && allowsContent(reading);
  const later = areShown ? afterFirstConversations(ready, toNotify) : new Set<MissedMessage>();
  await postponeMissed(ctx.db, userId, idsOf([...later]), ctx.now);
  const others = ready.filter((row) => !later.has(row));
  await forgetMissed(ctx.db, userId, idsOf(others));
  if (!reading) return;
  const missed = others.flatMap((row) => toNotify.get(row.message_id) ?? []);
  const unpushed = new Set(idsOf(released.filter((row) => !row.is_pushed)));
  await push(
    reading,
    missed.filter(({ message }) => unpushed.has(message.id)),
  );
  await mail(reading, missed);
}

const idsOf = (rows: readonly MissedMessage[]) => rows.map((row) => row.message_id);

/** The rows of conversations that are not among the first, oldest first. */
function afterFirstConversations(
  rows: readonly MissedMessage[],
  toNotify: ReadonlyMap<MessageId, NotifiedUser>,
): ReadonlySet<MissedMessage> {
  const first = new Set<string>();
  const isLater = (row: MissedMessage): boolean => {
    const notified = toNotify.get(row.message_id);
    if (!notified) return false;
    const key = conversationKeyOf(notified);
    if (first.size < CONVERSATIONS_AT_A_TIME) first.add(key);
    return !first.has(key);
  };
  return new Set(rows.filter(isLater));
}

async function stillToNotify(ctx: InTransaction, userId: UserId, rows: readonly MissedMessage[]) {
  const toNotify = new Map((await usersToNotify(ctx.db, rows)).map((each) => [each.message.id, each]));
  const listening = (await listeningUntil(ctx.db, [userId], ctx.now)).get(userId);
  return { toNotify, listening };
}

async function mail(reading: ReadingContext, toNotify: readonly NotifiedUser[]): Promise<void> {
  const missed = toNotify.flatMap(({ reasons, ...facts }) =>
    reasons.mail === undefined ? [] : [{ ...facts, trigger: reasons.mail }],
  );
  const conversations = await conversationsOf(reading, missed);
  if (conversations.length === 0) return;
  const { realm, user } = reading;
  const unsubscribe = unsubscribeUrl(reading, "missed_messages", user.id);
  const prefix = (await namesOrganization(reading)) ? `[${realm.settings.name}] ` : "";
  if (!allowsContent(reading)) {
    sendMail(reading, user, silentEmail(reading, conversations, prefix), { unsubscribeUrl: unsubscribe });
    return;
  }
  for (const conversation of conversations) {
    const messageId = conversation.said.findLast(({ id }) => conversation.missed.has(id))?.id as MessageId;
    const replyTo = await replyAddress(reading.app, reading.db, { ownerId: user.id, messageId, now: reading.now });
    const envelope: Envelope = {
      fromName: sendersOf(reading, conversation),
      conversation: `conversation.${conversation.key}`,
      unsubscribeUrl: unsubscribe,
      ...(replyTo === undefined ? {} : { replyTo }),
    };
    const canReply = replyTo !== undefined;
    sendMail(reading, user, missedMessageEmail(reading, conversation, { prefix, canReply }), envelope);
  }
}

const allowsContent = ({ realm, user }: ReadingContext): boolean =>
  realm.settings.message_content_allowed_in_email_notifications && user.settings.message_content_in_email_notifications;

function sendersOf(reading: ReadingContext, { said, missed }: MissedConversation): string {
  const names = said.filter(({ id }) => missed.has(id)).map(({ sender }) => sender);
  return namesIn([...new Set(names)], inLanguage(languageOf(reading), missedMessageWords));
}
