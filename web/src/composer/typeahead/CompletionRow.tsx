import type { BotCommand } from "@parley/client";
import { emojiCharacters } from "../../markup/emoji-characters.ts";
import { Avatar } from "../../parts/Avatar.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { nameOf } from "../../state/people.ts";
import { useRealm } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { usageOf } from "../commands/bot-commands.ts";
import type { Completion } from "./completions.ts";

export function CompletionRow({ completion }: { readonly completion: Completion }) {
  switch (completion.kind) {
    case "mention":
      return <MentionRow mention={completion.mention} />;
    case "channel":
      return <ChannelRow channelId={completion.channelId} />;
    case "topic":
      return <TopicRow topic={completion.topic} />;
    case "message":
      return <MessageRow senderId={completion.message.senderId} words={completion.message.words} />;
    case "emoji": {
      const { emoji } = completion;
      const sign = emoji.imageUrl ? <img className="emoji" src={emoji.imageUrl} alt="" /> : emojiCharacters(emoji.code);
      return (
        <>
          <span className="e">{sign}</span>:{emoji.name}:
        </>
      );
    }
    case "command":
      return (
        <>
          <b>/{completion.command}</b>
          <span className="note">{t(`composer.command_${completion.command}`)}</span>
        </>
      );
    case "botCommand":
      return <BotCommandRow command={completion.command} />;
    case "argument":
      return <span className="trunc">{completion.choice}</span>;
    case "language":
      return <code>{completion.language}</code>;
    case "time":
      return (
        <>
          <Icon name="clock" />
          {completion.moment}
        </>
      );
  }
}

function BotCommandRow({ command }: { readonly command: BotCommand }) {
  const usage = usageOf(command);
  return (
    <>
      <Avatar userId={command.bot_id} size="s" />
      <b>/{command.name}</b>
      {usage !== "" && (
        <code className="trunc" dir="auto">
          {usage}
        </code>
      )}
      <span className="note" dir="auto">
        {command.description}
      </span>
    </>
  );
}

type MentionOf = Extract<Completion, { kind: "mention" }>["mention"];

function MentionRow({ mention }: { readonly mention: MentionOf }) {
  const name = useStore((state) =>
    mention.type === "person"
      ? nameOf(state, mention.userId)
      : mention.type === "group"
        ? (state.groups.get(mention.groupId)?.name ?? "")
        : mention.name,
  );
  const size = useStore((state) =>
    mention.type === "group"
      ? state.groups.get(mention.groupId)?.members.length
      : mention.type === "wildcard"
        ? mention.size
        : undefined,
  );
  return (
    <>
      {mention.type === "person" ? <Avatar userId={mention.userId} size="s" withPresence /> : <Icon name="people" />}
      <span className="trunc">{name}</span>
      {size !== undefined && <span className="note">{t("composer.peopleCount", { count: size })}</span>}
    </>
  );
}

function ChannelRow({ channelId }: { readonly channelId: number }) {
  const name = useStore((state) => state.channels.channels.get(channelId)?.name);
  return (
    <>
      <Tile channelId={channelId} />
      <span className="trunc">{name}</span>
    </>
  );
}

function TopicRow({ topic }: { readonly topic: string }) {
  const emptyName = useRealm("realm_empty_topic_display_name");
  return <span className="trunc">{topic === "" ? <em>{emptyName}</em> : topic}</span>;
}

function MessageRow({ senderId, words }: { readonly senderId: number; readonly words: string }) {
  const name = useStore((state) => nameOf(state, senderId));
  return (
    <>
      <Avatar userId={senderId} size="s" />
      <b dir="auto">{name}</b>
      <span className="trunc" dir="auto">
        {words}
      </span>
    </>
  );
}
