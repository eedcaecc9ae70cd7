/** The line below the composer: the next unread conversation, and who is typing. Its height is fixed. */
import { type Handlers, handled } from "@parley/client";
import type { EventOf, typingEvents } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { narrowAddress } from "../address/address.ts";
import { conversationOf, type NarrowTerm, narrowOf } from "../address/narrow.ts";
import { nextUnread } from "../inbox-order/next.ts";
import type { UnreadConversation } from "../inbox-order/unread.ts";
import { Avatar } from "../parts/Avatar.tsx";
import { Tile } from "../parts/Tile.tsx";
import { peopleName } from "../state/conversation-names.ts";
import { nameOf } from "../state/people.ts";
import { useHref } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { realmField } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { useTopicName } from "../state/topic-names.ts";
import { useIsComplete } from "../state/unread-words.ts";
import { t } from "../text/text.ts";

export function NextLine({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const next = useStore((state) => nextUnread(state, { from: conversationOf(terms) }));
  return (
    <div className="axis next">
      <span className="m">{next && <kbd>N</kbd>}</span>
      <div className="line">
        {next && <NextLink row={next} />}
        <span className="spacer" />
        <Typing terms={terms} />
      </div>
    </div>
  );
}

function NextLink({ row }: { readonly row: UnreadConversation }) {
  const { conversation, messageIds } = row;
  const href = useHref(narrowAddress(narrowOf(conversation)));
  const people = useStore((state) => (conversation.type === "direct" ? peopleName(state, conversation.userIds) : ""));
  const topic = useTopicName(conversation.type === "topic" ? conversation : undefined);
  const [first] = conversation.type === "direct" ? conversation.userIds : [];
  const isComplete = useIsComplete();
  return (
    <a href={href} aria-keyshortcuts="N">
      <span>{t("composer.nextUnread")}</span>
      {conversation.type === "topic" ? (
        <Tile channelId={conversation.channelId} />
      ) : (
        first !== undefined && <Avatar userId={first} size="s" />
      )}
      <b className="trunc" dir="auto">
        {conversation.type === "topic" ? topic : people}
      </b>
      {isComplete && <span>{t("composer.messageCount", { count: messageIds.length })}</span>}
    </a>
  );
}

type TypingEvent = EventOf<typeof typingEvents.typingEvent>;

/** Who is typing here, from events that are not stored; ends when no more arrive. */
function useTypists(terms: readonly NarrowTerm[]): readonly number[] {
  const { store } = useSession();
  const [typists, setTypists] = useState<ReadonlyMap<number, number>>(new Map());
  const conversation = conversationOf(terms);
  const key = JSON.stringify(conversation);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the conversation changes when its key does.
  useEffect(() => {
    setTypists(new Map());
    if (!conversation) return;
    const isHere = ({ message_type, recipients = [], stream_id, topic = "" }: TypingEvent) => {
      if (conversation.type === "topic")
        return (
          message_type === "stream" &&
          stream_id === conversation.channelId &&
          topic.toLowerCase() === conversation.topic.toLowerCase()
        );
      const { ownId } = store.state.users;
      const others = recipients.map(({ user_id }) => user_id).filter((id) => id !== ownId);
      return message_type === "direct" && others.toSorted((a, b) => a - b).join() === conversation.userIds.join();
    };
    const lasts = realmField(store.state, "server_typing_started_expiry_period_milliseconds");
    const note = (who: number, until?: number) =>
      setTypists((known) => {
        const next = new Map(known);
        if (until !== undefined) next.set(who, until);
        else next.delete(who);
        return next;
      });
    const on: Handlers<number, void> = {
      typing: {
        start(ownId, event) {
          const { user_id } = event.sender;
          if (user_id !== ownId && isHere(event)) note(user_id, Date.now() + lasts);
        },
        stop(ownId, event) {
          const { user_id } = event.sender;
          if (user_id !== ownId && isHere(event)) note(user_id);
        },
      },
      message: (ownId, { message }) => message.sender_id !== ownId && note(message.sender_id),
    };
    const stop = store.onChange((state, events) => {
      for (const event of events ?? []) handled(on, event, state.users.ownId, undefined);
    });
    return stop;
  }, [key, store]);
  useEffect(() => {
    if (typists.size === 0) return;
    const timer = setTimeout(
      () => {
        const now = Date.now();
        setTypists((known) => new Map([...known].filter(([, until]) => until > now)));
      },
      Math.max(0, Math.min(...typists.values()) - Date.now()) + 1,
    );
    return () => clearTimeout(timer);
  }, [typists]);
  return [...typists.keys()];
}

function Typing({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const typists = useTypists(terms);
  const names = useStore((state) => typists.map((id) => nameOf(state, id)).join("\n"));
  if (typists.length === 0) return null;
  const [first = "", second = ""] = names.split("\n");
  const text =
    typists.length === 1
      ? t("composer.oneTyping", { name: first })
      : typists.length === 2
        ? t("composer.twoTyping", { first, second })
        : t("composer.manyTyping");
  return (
    <span className="typing">
      <span className="dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {text}
    </span>
  );
}
