/** The texts of emails about missed messages, by language. */
import type { Spoken } from "../../../kernel/languages.ts";
import type { Trigger } from "../triggers.ts";

export interface MissedMessageTexts {
  readonly language: string;
  /** The subject of each kind of conversation. */
  direct(name: string): string;
  group(names: string): string;
  topic(channel: string, topic: string): string;
  readonly noTopic: string;
  readonly resolved: string;
  readonly newMessages: string;
  /** Used in lists of names. */
  others(count: number): string;
  readonly and: string;
  /** Marks a message that is only shown for context. */
  readonly earlier: string;
  readonly spoiler: string;
  count(messages: number): string;
  omitted(messages: number): string;
  readonly reasons: Readonly<Record<Trigger, string>>;
  because(reasons: string): string;
  readonly hiddenByOrganization: string;
  readonly hiddenByReader: string;
  readonly open: string;
  readonly reply: string;
  readonly unsubscribe: string;
}

const en: MissedMessageTexts = {
  language: "en",
  direct: (name) => `Direct messages with ${name}`,
  group: (names) => `Group direct messages with ${names}`,
  topic: (channel, topic) => `#${channel} > ${topic}`,
  noTopic: "(no topic)",
  resolved: "[resolved]",
  newMessages: "New messages",
  others: (count) => (count === 1 ? "1 other" : `${count} others`),
  and: "and",
  earlier: "earlier",
  spoiler: "(Open the conversation to see the hidden text.)",
  count: (messages) => (messages === 1 ? "You have 1 new message." : `You have ${messages} new messages.`),
  omitted: (messages) =>
    messages === 1 ? "1 earlier message is not shown." : `${messages} earlier messages are not shown.`,
  reasons: {
    direct_message: "you received direct messages",
    mentioned: "you were mentioned",
    topic_wildcard_mentioned_in_followed_topic: "everyone in a topic you follow was mentioned",
    stream_wildcard_mentioned_in_followed_topic: "everyone was mentioned in a topic you follow",
    topic_wildcard_mentioned: "everyone in the topic was mentioned",
    stream_wildcard_mentioned: "everyone in the channel was mentioned",
    followed_topic_notify: "you follow the topic",
    stream_notify: "you turned on email notifications for the channel",
  },
  because: (reasons) => `You received this email because ${reasons}.`,
  hiddenByOrganization: "Your organization does not allow message content in emails.",
  hiddenByReader: "Your settings do not allow message content in emails.",
  open: "Read and reply",
  reply: "To reply, open the conversation. Replies to this email are not read.",
  unsubscribe: "Unsubscribe from emails about missed messages",
};

const de: MissedMessageTexts = {
  language: "de",
  direct: (name) => `Direktnachrichten mit ${name}`,
  group: (names) => `Direktnachrichten in der Gruppe mit ${names}`,
  topic: (channel, topic) => `#${channel} > ${topic}`,
  noTopic: "(kein Thema)",
  resolved: "[gelöst]",
  newMessages: "Neue Nachrichten",
  others: (count) => (count === 1 ? "1 weiteren Person" : `${count} weiteren`),
  and: "und",
  earlier: "früher",
  spoiler: "(Öffne das Gespräch, um zu sehen, was hier verborgen ist.)",
  count: (messages) => (messages === 1 ? "Du hast 1 neue Nachricht." : `Du hast ${messages} neue Nachrichten.`),
  omitted: (messages) =>
    messages === 1 ? "Davor kam noch 1 weitere Nachricht." : `Davor kamen noch ${messages} weitere Nachrichten.`,
  reasons: {
    direct_message: "du Direktnachrichten bekommen hast",
    mentioned: "du erwähnt wurdest",
    topic_wildcard_mentioned_in_followed_topic: "alle in einem Thema erwähnt wurden, dem du folgst",
    stream_wildcard_mentioned_in_followed_topic: "in einem Thema, dem du folgst, alle erwähnt wurden",
    topic_wildcard_mentioned: "alle in dem Thema erwähnt wurden",
    stream_wildcard_mentioned: "alle in dem Kanal erwähnt wurden",
    followed_topic_notify: "du dem Thema folgst",
    stream_notify: "du E-Mails über Nachrichten in dem Kanal möchtest",
  },
  because: (reasons) => `Du bekommst diese E-Mail, weil ${reasons}.`,
  hiddenByOrganization: "Deine Organisation lässt E-Mails nicht sagen, wer was geschrieben hat.",
  hiddenByReader: "Deine Einstellungen lassen E-Mails nicht sagen, wer was geschrieben hat.",
  open: "Lesen und antworten",
  reply: "Öffne das Gespräch, um zu antworten. E-Mails an diese Adresse liest niemand.",
  unsubscribe: "Keine E-Mails über verpasste Nachrichten mehr",
};

export const WORDS: Spoken<MissedMessageTexts> = { en, de };
