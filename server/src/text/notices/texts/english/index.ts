/** The server's notices in English: everything it says by itself. */
import { block, quote } from "../../markup.ts";
import type { Report } from "../reports.ts";
import type { WelcomeSubject } from "../welcome.ts";
import { englishChannels } from "./channels.ts";
import { englishFeeds } from "./feeds.ts";
import { englishMoves } from "./moves.ts";
import { englishReminders } from "./reminders.ts";
import { englishWebhooks } from "./webhooks.ts";

const REASONS: Record<Report["reason"], string> = {
  spam: "Spam",
  harassment: "Harassment",
  inappropriate: "Inappropriate content",
  norms: "Violates community norms",
  other: "Other reason",
};

export const english = {
  channels: englishChannels,
  feeds: englishFeeds,
  moves: englishMoves,
  reminders: englishReminders,
  webhooks: englishWebhooks,

  /** The name of accounts whose person was erased. */
  deletedUser: "Deleted user",
  moderationTopic: (sender: string) => `${sender}'s moderation requests`,

  /** A list of formatted names. */
  list: (names: readonly string[]) => new Intl.ListFormat("en").format(names),

  /** The bot and channel are formatted, here and below. */
  botMissesChannel: (bot: string, channel: string) =>
    `Your bot ${bot} tried to post to the channel ${channel}, but that channel does not exist.`,
  botReceivesMalformed: (bot: string, service: string) =>
    `Your bot ${bot} received a request from ${service} that is not valid JSON, so nothing was posted.`,
  botIsUnheard: (bot: string, channel: string) =>
    `Your bot ${bot} posted to ${channel}, but that channel has no subscribers.`,
  addedToGroup: (actor: string, group: string) => `${actor} added you to the group ${group}.`,
  removedFromGroup: (actor: string, group: string) => `${actor} removed you from the group ${group}.`,

  joined: (newcomer: string) => `${newcomer} has joined this organization. Say hello!`,
  passwordResetLink: (administrator: string) =>
    `${administrator} made a link to reset your password. If you did not ask for one, ask them about it.`,
  addressChanged:
    "Your email address was changed in your settings. Use the new one to sign in. If that was not you, tell an administrator at once.",
  nothingToSummarize: "There are no messages to summarize.",
  acceptedInvitation: (newcomer: string) => `${newcomer} accepted your invitation and joined.`,
  welcome: (organization: string) =>
    [
      `Hello, and welcome to **${organization}**! 👋`,
      "Here is how conversations work:",
      [
        "- Every message in a **channel** belongs to a **topic**. Read the topics you care about, and leave the others for later.",
        "- To talk about something new, start a topic; to reply, write in the topic you are answering.",
        "- `@` mentions someone, `#` links to a channel, and `:` finds an emoji.",
        "- To write to one person or a few, send a direct message like this one.",
      ].join("\n"),
      "This message is starred, so you can find it again.",
    ].join("\n\n"),
  /** A new organization's first channels, and the messages in the first of them. */
  firstSteps: {
    channels: [
      { name: "general", description: "For everyone, about everything." },
      { name: "sandbox", description: "A place to try things out." },
      { name: "Parley", description: "Questions and news about this chat." },
    ],
    topic: "welcome",
    messages: [
      [
        "**How topics work.** Every message in a channel belongs to a topic. This one is *welcome*, in the channel *general*.",
        "Reply where the conversation is, and start a new topic for anything new. Two or three words are enough for its name.",
      ].join("\n\n"),
      [
        "**How to mark as read.** The Inbox lists your unread messages. A message is read once you have seen all of it.",
        "`E` on a row in the Inbox marks the whole conversation as read, and `Shift+U` on a message marks it and everything after it as unread.",
      ].join("\n\n"),
      [
        "**Five keys to get started.**",
        [
          "- `N` goes to the next unread conversation.",
          "- `R` replies, and `C` starts a new message.",
          "- `Ctrl+K` finds people, channels, topics and commands.",
          "- `?` shows all keyboard shortcuts.",
        ].join("\n"),
        "You can delete these messages.",
      ].join("\n\n"),
    ],
  },
  /** The welcome bot's answers; the keywords are the same in every language. */
  welcomeAnswers: {
    help: "I am a bot and know only a few things. Send me one of these words: `channels`, `topics`, `formatting`, `apps`. For everything else, ask the people here.",
    channels:
      "A **channel** is a place for a team or a subject. You read the channels you are subscribed to; browse the list of all channels and subscribe to the ones you care about. Only their subscribers can see private channels.",
    topics:
      "Every message in a channel belongs to a **topic**, like an email to its subject. Start a topic for something new, and mark it as resolved when it is done. You can follow or mute topics.",
    formatting: [
      "Messages are written in Markdown:",
      "```\n**bold**, *italic*, `code`, [a link](https://example.com)\n- a list\n> a quote\n```",
    ].join("\n\n"),
    apps: "Any app that supports this server's API works: enter the address of this organization, and sign in with your email address.",
  } satisfies Record<WelcomeSubject | "help", string>,
  welcomeFromOrganization: (text: string) =>
    `A message from the administrators of this organization:\n\n${block("quote", text)}`,

  /** The planned time, in ISO 8601. */
  scheduledMessageFailed: (planned: string, reason: string) =>
    [
      `The message you scheduled for <time:${planned}> could not be sent:`,
      quote(reason),
      "It is still among your [scheduled messages](/#scheduled): edit it, choose a new time, or delete it.",
    ].join("\n\n"),

  /** By email. */
  accountDeactivated: {
    subject: (organization: string) => `Your account on ${organization} has been deactivated`,
    text: (organization: string) =>
      `Your account on ${organization} has been deactivated, and you can no longer sign in.`,
    comment: "The administrator who deactivated it wrote:",
  },

  ownDataReady: (url: string) => `The export of your data is ready: [download it](${url}). It is deleted after a week.`,
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
