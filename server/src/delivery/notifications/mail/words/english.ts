import { inEnglish } from "../../../../kernel/counts.ts";
import { listFormat } from "../../../../kernel/list-formats.ts";
import type { Trigger } from "../../triggers.ts";

/** The British list has no comma before "and". */
const list = (items: readonly string[]): string => listFormat("en-GB").format(items);

export const english = {
  /** The subject of each kind of conversation. */
  direct: (name: string) => `Direct messages with ${name}`,
  group: (names: string) => `Group direct messages with ${names}`,
  topic: (channel: string, topic: string) => `#${channel} > ${topic}`,
  noTopic: "(no topic)",
  resolved: "[resolved]",
  newMessages: "New messages",
  /** The last in a list of names. */
  others: (count: number) => inEnglish(count, { one: "# other", other: "# others" }),
  list,
  /** Marks a message that is only shown for context. */
  earlier: (moment: string) => `${moment}, earlier`,
  spoiler: "(Open the conversation to see the hidden text.)",
  count: (messages: number) =>
    inEnglish(messages, { one: "You have # new message.", other: "You have # new messages." }),
  omitted: (messages: number) =>
    inEnglish(messages, { one: "# earlier message is not shown.", other: "# earlier messages are not shown." }),
  reasons: {
    direct_message: "you received direct messages",
    mentioned: "you were mentioned",
    topic_wildcard_mentioned_in_followed_topic: "everyone in a topic you follow was mentioned",
    stream_wildcard_mentioned_in_followed_topic: "everyone was mentioned in a topic you follow",
    topic_wildcard_mentioned: "everyone in the topic was mentioned",
    stream_wildcard_mentioned: "everyone in the channel was mentioned",
    followed_topic_notify: "you follow the topic",
    stream_notify: "you turned on email notifications for the channel",
  } satisfies Record<Trigger, string> as Readonly<Record<Trigger, string>>,
  because: (reasons: readonly string[]) => `You received this email because ${list(reasons)}.`,
  hiddenByOrganization: "Your organization does not allow message content in emails.",
  hiddenByReader: "Your settings do not allow message content in emails.",
  open: "Read and reply",
  reply: "To reply, open the conversation. Replies to this email are not read.",
  replyHere: "You can also reply to this email. Your reply is posted in the conversation.",
  unsubscribe: "Unsubscribe from emails about missed messages",

  page: {
    titles: { missed_messages: "Emails about missed messages", digest: "Digest emails" },
    explain: "You will no longer receive them. You can turn them on again in your settings.",
    button: "Unsubscribe",
    done: "You are unsubscribed",
    again: "You can turn these emails on again in your settings.",
    over: "This link is not valid",
    overExplained: "Part of it may be missing. You can also turn off emails in your settings.",
  },
};

export type MissedMessageWords = typeof english;
