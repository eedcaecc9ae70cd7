/** The completions at the caret, each with its text. */
import type { BotCommand, State } from "@parley/client";
import type { Emoji } from "../../emoji/names.ts";
import { ChannelNames, findTopics } from "../../ranking/channel-names.ts";
import { type Mention, MentionNames, MOST_SUGGESTED } from "../../ranking/mentions.ts";
import { findMoments } from "../../ranking/moments.ts";
import { findCommands, findEmoji, findLanguages, type SlashCommand } from "../../ranking/short-lists.ts";
import { once } from "../../state/once.ts";
import { type CompletingArgument, findBotCommands } from "../commands/bot-commands.ts";
import { completed, completedLanguage, completedToTopics } from "../editing/complete.ts";
import type { Edited } from "../editing/edited.ts";
import { channelLink, groupMention, isAmbiguousName, personMention, wildcardMention } from "../editing/syntax.ts";
import type { Completing } from "../editing/trigger.ts";
import { isOpening } from "../opening-commands.ts";
import type { Target } from "../target.ts";
import { COMMON_LANGUAGES } from "./languages.ts";
import type { RecentMessage } from "./recent-messages.ts";

export type Completion =
  | { readonly kind: "mention"; readonly mention: Mention; readonly isSilent: boolean }
  | { readonly kind: "channel"; readonly channelId: number }
  | { readonly kind: "topic"; readonly channelId: number; readonly topic: string }
  | { readonly kind: "message"; readonly channelId: number; readonly topic: string; readonly message: RecentMessage }
  | { readonly kind: "emoji"; readonly emoji: Emoji }
  | { readonly kind: "command"; readonly command: SlashCommand }
  | { readonly kind: "botCommand"; readonly command: BotCommand }
  | { readonly kind: "argument"; readonly choice: string }
  | { readonly kind: "language"; readonly language: string }
  | { readonly kind: "time"; readonly moment: string };

/** The state that can be completed. */
export type Completable = Pick<State, "users" | "groups" | "channels" | "realm" | "commands"> & {
  readonly conversations: Pick<State["conversations"], "direct">;
};

export interface CompletionSources {
  readonly state: Completable;
  readonly target: Target;
  /** Recent senders in the conversation. */
  readonly speakers: ReadonlySet<number>;
  readonly emoji: readonly Emoji[];
  /** What can be written after a fence. */
  readonly languages: readonly string[];
  /** Topics of the channel being completed. */
  readonly topics: readonly string[];
  /** Messages of the topic being completed, newest first. */
  readonly messages: readonly RecentMessage[];
  readonly timeZone: string;
  /** Whether commands that open a dialog or call a bot are available. */
  readonly opens: boolean;
}

const people = once(() => new MentionNames());
const channels = once(() => new ChannelNames());

export const channelNamed = (
  { channels: { channels: known } }: Pick<State, "channels">,
  name: string,
): number | undefined => {
  const wanted = name.trim().toLowerCase();
  for (const [id, channel] of known) if (channel.name.toLowerCase() === wanted) return id;
  return undefined;
};

export function completionsFor(completing: Completing | CompletingArgument, sources: CompletionSources): Completion[] {
  const { state, target, emoji, topics } = sources;
  const { query } = completing;
  switch (completing.kind) {
    case "mention": {
      people().follow(state);
      const { isSilent } = completing;
      const found = people()
        .find(query, mentionContext(sources))
        .filter(({ type }) => !isSilent || type !== "wildcard");
      return found.map((mention) => ({ kind: "mention", mention, isSilent }));
    }
    case "channel": {
      channels().follow(state);
      const openId = target.to === "channel" ? target.channelId : undefined;
      return channels()
        .find(query, { openId })
        .map((channelId) => ({ kind: "channel", channelId }));
    }
    case "topic": {
      const channelId = channelNamed(state, completing.channel);
      if (channelId === undefined) return [];
      return findTopics(query, topics).map((topic) => ({ kind: "topic", channelId, topic }));
    }
    case "message": {
      const { topic } = completing;
      const channelId = channelNamed(state, completing.channel);
      if (channelId === undefined) return [];
      const wanted = query.toLowerCase();
      const isMeant = ({ id, senderId }: RecentMessage) =>
        `${id}`.startsWith(wanted) || state.users.users.get(senderId)?.full_name.toLowerCase().startsWith(wanted);
      return sources.messages.filter(isMeant).map((message) => ({ kind: "message", channelId, topic, message }));
    }
    case "emoji":
      return findEmoji(query, emoji, [])
        .slice(0, MOST_SUGGESTED)
        .map((each) => ({ kind: "emoji", emoji: each as Emoji }));
    case "command":
      return [
        ...findCommands(query)
          .filter((command) => sources.opens || !isOpening(command))
          .map((command) => ({ kind: "command" as const, command })),
        ...(sources.opens ? findBotCommands(query, state) : [])
          .slice(0, MOST_SUGGESTED)
          .map((command) => ({ kind: "botCommand" as const, command })),
      ];
    case "argument":
      return completing.choices.map((choice) => ({ kind: "argument", choice }));
    case "language":
      return findLanguages(query, sources.languages, COMMON_LANGUAGES).map((language) => ({
        kind: "language",
        language,
      }));
    case "time":
      return findMoments(query, { now: new Date(), timeZone: sources.timeZone }).map((moment) => ({
        kind: "time",
        moment,
      }));
  }
}

function mentionContext({ state, target, speakers }: CompletionSources) {
  const partners = new Map(
    state.conversations.direct.flatMap(({ user_ids, max_message_id }) =>
      user_ids.length === 1 ? [[user_ids[0] as number, max_message_id] as const] : [],
    ),
  );
  const channel =
    target.to === "channel" && target.channelId !== undefined
      ? state.channels.channels.get(target.channelId)
      : undefined;
  const subscribers = channel?.subscribers && new Set(channel.subscribers);
  const all = channel ? channel.subscriber_count : target.to === "direct" ? target.userIds.length : undefined;
  return {
    inConversation: speakers,
    partners,
    subscribers,
    wildcards: [
      { type: "wildcard" as const, name: "all" as const, size: all },
      ...(channel ? [{ type: "wildcard" as const, name: "topic" as const, size: undefined }] : []),
    ],
  };
}

/** Inserts the completion into the text. */
export function withCompletion(
  edited: Edited,
  completing: Completing | CompletingArgument,
  completion: Completion,
  state: State,
): Edited {
  switch (completion.kind) {
    case "mention":
      return completed(edited, completing, mentionText(completion.mention, completion.isSilent, state));
    case "channel": {
      const name = state.channels.channels.get(completion.channelId)?.name ?? "";
      // After `>`, its topics would follow; otherwise the channel is complete.
      return edited.text[edited.end] === ">"
        ? completedToTopics(edited, completing, name)
        : completed(edited, completing, channelLink(completion, state));
    }
    case "topic":
      return completed(edited, completing, channelLink(completion, state));
    case "message": {
      const { channelId, topic, message } = completion;
      return completed(edited, completing, channelLink({ channelId, topic, messageId: message.id }, state));
    }
    case "emoji":
      return completed(edited, completing, `:${completion.emoji.name}:`);
    case "command":
      return completed(edited, completing, `/${completion.command}`);
    case "botCommand":
      return completed(edited, completing, `/${completion.command.name}`);
    case "argument":
      return completed(edited, completing, completion.choice);
    case "language":
      return completing.kind === "language" ? completedLanguage(edited, completing, completion.language) : edited;
    case "time":
      return completed(edited, completing, `<time:${completion.moment}>`);
  }
}

function mentionText(mention: Mention, isSilent: boolean, state: State): string {
  if (mention.type === "wildcard") return wildcardMention(mention.name);
  if (mention.type === "group") {
    const group = state.groups.get(mention.groupId);
    return group ? groupMention(group, { isSilent }, state) : "";
  }
  const person = state.users.users.get(mention.userId);
  return person ? personMention(person, { isSilent, isAmbiguous: isAmbiguousName(person, state) }) : "";
}
