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
import { forgetMissed, type MissedMessage, postponeMissed, takeMissed, type WaitingMessage } from "../store.ts";
import { conversationKeyOf, conversationsOf, type MissedConversation } from "./conversation.ts";
import { missedMessageEmail, namesIn, silentEmail } from "./emails.ts";
import { namesOrganization } from "./organization-name.ts";
import { languageOf, type ReadingContext, readingAs } from "./reader.ts";
import { unsubscribeUrl } from "./unsubscribe.ts";
import { missedMessageWords } from "./words/index.ts";

/** The conversations that one transaction sends emails about, since others wait for it: the rest follow in another. */
const CONVERSATIONS_AT_A_TIME = 3;
/** People who are present are checked again when their queue may have expired, but not sooner than this. */
const SHORTEST_WAIT_SECONDS = 60;

export async function mailMissed(ctx: InTransaction, userId: UserId): Promise<void> {
  const { db, now } = ctx;
  const rows = await takeMissed(db, userId);
  const reading = await readingAs(ctx, userId);
  if (!reading) return forgetMissed(db, userId, idsOf(rows));
  const listening = (await listeningUntil(db, [userId], now)).get(userId);
  const isHeld = (row: MissedMessage) => row.is_held && listening !== undefined;
  const [held, ready] = [rows.filter(isHeld), rows.filter((row) => !isHeld(row))];
  const isDue = ready.some((row) => row.is_held || row.due_at <= now);
  // Without their content, one email says how many there are.
  const chosen = isDue ? (allowsContent(reading) ? ofFirstConversations(ready) : ready) : [];

  // What is not chosen is not looked up either: a transaction costs the same however many conversations are waiting.
  const toNotify = new Map((await usersToNotify(db, [...held, ...chosen])).map((each) => [each.message.id, each]));
  const isKept = (row: MissedMessage) => toNotify.has(row.message_id);
  await postponeMissed(db, userId, idsOf(held.filter(isKept)), Math.max(listening ?? 0, now + SHORTEST_WAIT_SECONDS));
  const later = isDue ? ready.filter((row) => row.due_at > now && !chosen.includes(row)) : [];
  await postponeMissed(db, userId, idsOf(later), now);
  const dropped = held.filter((row) => !isKept(row));
  await forgetMissed(db, userId, idsOf([...dropped, ...chosen]));

  const missed = chosen.flatMap((row) => toNotify.get(row.message_id) ?? []);
  const unpushed = new Set(idsOf(chosen.filter((row) => row.is_held && !row.is_pushed)));
  await push(
    reading,
    missed.filter(({ message }) => unpushed.has(message.id)),
  );
  await mail(reading, missed);
}

const idsOf = (rows: readonly MissedMessage[]) => rows.map((row) => row.message_id);

/** The oldest conversations, with all that was missed of them. */
function ofFirstConversations(rows: readonly WaitingMessage[]): readonly WaitingMessage[] {
  const conversations = Map.groupBy(rows, conversationKeyOf);
  return [...conversations.values()].slice(0, CONVERSATIONS_AT_A_TIME).flat();
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
