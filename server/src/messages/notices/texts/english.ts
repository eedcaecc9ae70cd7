/** The server's sentences, in English: the list of all that it says by itself. Other languages say the same. */
import type { WelcomeSubject } from "../../../joining/welcome/answers.ts";
import { block, quote } from "../markup.ts";
import { englishChannels } from "./channels.ts";
import { englishMoves } from "./moves.ts";
import { englishReminders } from "./reminders.ts";
import { englishWebhooks } from "./webhooks.ts";

export interface Report {
  readonly reporter: string;
  readonly sender: string;
  /** A link to a message of a channel, or the people of a direct conversation. */
  readonly place: { readonly link: string } | { readonly people: string };
  readonly reason: "spam" | "harassment" | "inappropriate" | "norms" | "other";
  readonly notes: string;
  readonly content: string;
}

const REASONS: Record<Report["reason"], string> = {
  spam: "Spam",
  harassment: "Harassment",
  inappropriate: "Inappropriate content",
  norms: "Violates community norms",
  other: "Other reason",
};

export const english = {
  channels: englishChannels,
  moves: englishMoves,
  reminders: englishReminders,
  webhooks: englishWebhooks,

  moderationTopic: (sender: string) => `${sender}'s moderation requests`,

  /** A list of names that have been written out already. */
  list: (names: readonly string[]) => new Intl.ListFormat("en").format(names),

  /** A bot and a channel that have been written out already, as in the next one. */
  botMissesChannel: (bot: string, channel: string) =>
    `Your bot ${bot} tried to write to the channel ${channel}, but there is no such channel.`,
  botIsUnheard: (bot: string, channel: string) =>
    `Your bot ${bot} wrote to ${channel}, but nobody is subscribed to that channel.`,
  addedToGroup: (actor: string, group: string) => `${actor} added you to the group ${group}.`,
  removedFromGroup: (actor: string, group: string) => `${actor} removed you from the group ${group}.`,

  joined: (newcomer: string) => `${newcomer} has joined this organization. Say hello!`,
  acceptedInvitation: (newcomer: string) => `${newcomer} has accepted your invitation and joined.`,
  welcome: (organization: string) =>
    [
      `Hello, and welcome to **${organization}**! 👋`,
      "A few words on how people talk here:",
      [
        "- Every message in a **channel** belongs to a **topic**. Read the topics you care about, and leave the others for later.",
        "- To begin something new, start a topic of its own; to answer, write into the one that is there.",
        "- `@` calls somebody by name, `#` links to a channel, and `:` finds an emoji.",
        "- To one person or a few, write a direct message, as I do to you now.",
      ].join("\n"),
      "This message is starred, so you will find it again.",
    ].join("\n\n"),
  /** What stands in a new organization's first channel. */
  firstSteps: {
    topic: "welcome",
    messages: [
      [
        "**How topics work.** Every message in a channel belongs to a topic. This one is *welcome*, in the channel *general*.",
        "Answer where a conversation is, and start a new topic for whatever is new. Two or three words say what it is about.",
      ].join("\n\n"),
      [
        "**How to mark read.** The Inbox lists what you have not read. A message is read when you have seen it to its end.",
        "`E` on a row of the Inbox marks the whole conversation as read, and `Shift+U` on a message keeps it and what follows unread.",
      ].join("\n\n"),
      [
        "**Five keys to begin with.**",
        [
          "- `N` goes to the next unread conversation.",
          "- `R` replies, and `C` starts something new.",
          "- `Ctrl+K` finds people, channels, topics and commands.",
          "- `?` shows all the keys.",
        ].join("\n"),
        "These messages are yours to delete.",
      ].join("\n\n"),
    ],
  },
  /** What the welcome bot answers; the words to ask by are the same in every language. */
  welcomeAnswers: {
    help: "I am a program and know only a few things. Write me one of these words: `channels`, `topics`, `formatting`, `apps`. For everything else, ask the people here.",
    channels:
      "A **channel** is a place for a team or a subject. You read the channels you are subscribed to; look through the list of all of them and subscribe to those you care about. Private channels are seen by their members only.",
    topics:
      "Every message in a channel belongs to a **topic**, like a mail to its subject. Begin a topic for something new, and mark it as resolved when it is done. A topic can be followed, or muted.",
    formatting: [
      "Messages are written in Markdown:",
      "```\n**bold**, *italic*, `code`, [a link](https://example.com)\n- a list\n> a quote\n```",
    ].join("\n\n"),
    apps: "Any app that speaks this server's API works: give it the address of this organization, and sign in with your email address.",
  } satisfies Record<WelcomeSubject | "help", string>,
  welcomeFromOrganization: (text: string) =>
    `The administrators of this organization would like to add:\n\n${block("quote", text)}`,

  /** When it was to be sent, as ISO 8601 has it. */
  scheduledMessageFailed: (planned: string, reason: string) =>
    [
      `The message that you scheduled for <time:${planned}> could not be sent:`,
      quote(reason),
      "It waits among your [scheduled messages](/#scheduled): change it, give it a new time, or delete it.",
    ].join("\n\n"),

  /** By mail. */
  accountDeactivated: {
    subject: (organization: string) => `Your account on ${organization} has been deactivated`,
    text: (organization: string) =>
      `Your account on ${organization} has been deactivated, and you can no longer sign in.`,
    comment: "The administrator who deactivated it wrote:",
  },

  exportReady: (url: string) => `The export of the organization is ready: [download it](${url}).`,

  messageReported: ({ reporter, sender, place, reason, notes, content }: Report) =>
    [
      "link" in place
        ? `${reporter} reported ${place.link}, a message from ${sender}.`
        : `${reporter} reported a DM from ${sender}, in the conversation of ${place.people}.`,
      `- Reason: **${REASONS[reason]}**`,
      ...(notes === "" ? [] : ["- Notes:", quote(notes)]),
      block("spoiler The reported message", content),
    ].join("\n\n"),
};

export type Notices = typeof english;
