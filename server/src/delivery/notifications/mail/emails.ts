/** The emails about missed messages: one per conversation, or one without content that says there are new messages. */

import { dateFormat } from "../../../kernel/date-formats.ts";
import { inLanguage, isRightToLeft } from "../../../kernel/languages.ts";
import type { Email, FormedParagraph, Paragraph } from "../../../kernel/mail/email.ts";
import { oneLine } from "../../../kernel/mail/email.ts";
import { type Html, html } from "../../../kernel/pages/html.ts";
import { RESOLVED_PREFIX } from "../../../messages/edit/resolved.ts";
import { TRIGGERS, type Trigger } from "../triggers.ts";
import type { MailedMessage, MissedConversation } from "./conversation.ts";
import { addressIn } from "./links.ts";
import { forMail } from "./markup.ts";
import { languageOf, type ReadingContext } from "./reader.ts";
import { unsubscribeUrl } from "./unsubscribe.ts";
import { type MissedMessageWords, missedMessageWords } from "./words/index.ts";

/** Further names are only counted. */
const MOST_NAMES = 3;

interface MissedMessageOptions {
  readonly prefix: string;
  /** Whether replies to the email are posted. */
  readonly canReply: boolean;
}

export function missedMessageEmail(
  reading: ReadingContext,
  conversation: MissedConversation,
  { prefix, canReply }: MissedMessageOptions,
): Email {
  const words = inLanguage(languageOf(reading), missedMessageWords);
  const { said, missed, triggers, omitted } = conversation;
  const [first] = missed;
  const address = addressIn(reading, conversation, first as number);
  return {
    subject: `${prefix}${subjectOf(conversation, words)}`,
    language: languageOf(reading),
    paragraphs: [
      ...(omitted > 0 ? [words.omitted(omitted)] : []),
      ...said.map((each) => quoted(reading, conversation, each, words)),
      { label: words.open, url: address },
      canReply ? words.replyHere : words.reply,
      ...ending(reading, triggers, words),
    ],
  };
}

/**
 * For readers who do not get message content in emails, by their own or the organization's setting: no text, and no
 * names.
 */
export function silentEmail(
  reading: ReadingContext,
  conversations: readonly MissedConversation[],
  prefix: string,
): Email {
  const words = inLanguage(languageOf(reading), missedMessageWords);
  const count = conversations.reduce((sum, { missed, omitted }) => sum + missed.size + omitted, 0);
  const triggers = new Set(conversations.flatMap((each) => [...each.triggers]));
  const isOrganizations = !reading.realm.settings.message_content_allowed_in_email_notifications;
  return {
    subject: `${prefix}${words.newMessages}`,
    language: languageOf(reading),
    paragraphs: [
      words.count(count),
      isOrganizations ? words.hiddenByOrganization : words.hiddenByReader,
      { label: words.open, url: reading.realm.url },
      ...ending(reading, triggers, words),
    ],
  };
}

function ending(reading: ReadingContext, triggers: ReadonlySet<Trigger>, words: MissedMessageWords): Paragraph[] {
  const reasons = TRIGGERS.filter((trigger) => triggers.has(trigger)).map((trigger) => words.reasons[trigger]);
  return [
    words.because(reasons),
    { label: words.unsubscribe, url: unsubscribeUrl(reading, "missed_messages", reading.user.id), isSmall: true },
  ];
}

function subjectOf(conversation: MissedConversation, words: MissedMessageWords): string {
  if (conversation.channel) {
    const { channel, topic } = conversation;
    const isResolved = topic.startsWith(RESOLVED_PREFIX);
    const name = isResolved ? topic.slice(RESOLVED_PREFIX.length) : topic;
    const place = words.topic(channel.name, name === "" ? words.noTopic : name);
    return isResolved ? `${words.resolved} ${place}` : place;
  }
  const names = conversation.participants.map(({ full_name }) => full_name);
  return names.length > 1 ? words.group(namesIn(names, words)) : words.direct(names[0] ?? "");
}

/** For example `Ada, Ben and 2 others`. */
export function namesIn(names: readonly string[], words: MissedMessageWords): string {
  const more = names.length - MOST_NAMES;
  return words.list(more > 0 ? [...names.slice(0, MOST_NAMES), words.others(more)] : names);
}

const HEAD = "margin:1.2em 0 0;font-size:14px;color:#6b7280";
/** Beside a line where the reader's language begins. Not all mail programs know logical properties. */
const bodyStyle = (side: "left" | "right") => `margin:.2em 0 0;padding-${side}:.8em;border-${side}:3px solid #d5dbe1`;

function quoted(
  reading: ReadingContext,
  conversation: MissedConversation,
  said: MailedMessage,
  words: MissedMessageWords,
): FormedParagraph {
  const { realm, user } = reading;
  const isContext = !conversation.missed.has(said.id);
  const language = languageOf(reading);
  const moment = momentIn(language, user.settings, said.sent_at);
  const note = isContext ? words.earlier(moment) : moment;
  const { text, html: body } = forMail(said.rendered_content, { base: realm.url, hidden: words.spoiler });
  const sender = oneLine(said.sender);
  return {
    text: `${sender} (${note}):\n${text}`,
    html: framed(sender, note, body, isRightToLeft(language) ? "right" : "left"),
  };
}

/** A message has the direction of its own language. */
const framed = (sender: string, note: string, body: Html, side: "left" | "right"): Html =>
  html`<p style="${HEAD}"><strong dir="auto" style="color:#1d232b">${sender}</strong> ${note}</p><div style="${bodyStyle(side)}"><div dir="auto">${body}</div></div>`;

interface TimeSettings {
  readonly timezone: string;
  readonly twenty_four_hour_time: boolean;
}

/** In the reader's time zone, which is named: they may be travelling. */
function momentIn(language: string, { timezone, twenty_four_hour_time }: TimeSettings, at: number): string {
  const format = dateFormat(language, {
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
    timeZone: timezone === "" ? "UTC" : timezone,
    timeZoneName: "short",
    ...(twenty_four_hour_time ? { hourCycle: "h23" } : {}),
  });
  return format.format(at * 1000);
}
