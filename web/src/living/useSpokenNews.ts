/** Announces new unread messages to screen readers: "2 new messages from Priya and Jonas". */
import { conversationOf, type Message, messageIn, type State } from "@parley/client";
import { useEffect } from "react";
import { announce } from "../app/announce.tsx";
import { isMuted } from "../inbox-order/standing.ts";
import { nameOf } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { listText } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { placeOf } from "./told.ts";

const TOGETHER_MS = 1500;
const MOST_NAMES = 3;

export function useSpokenNews(): void {
  const { store } = useSession();
  useEffect(() => {
    let waiting: Message[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      timer = undefined;
      const told = waiting;
      waiting = [];
      if (!document.hidden) announce(sentenceOf(told, store.state));
    };
    const leave = store.onChange((state, events) => {
      // A hidden window is silent, and has no short timers.
      if (!events || document.hidden) return;
      const news = events.map(messageIn).filter((message) => message !== undefined);
      waiting.push(...news.filter((message) => concerns(message, state)));
      if (waiting.length > 0) timer ??= setTimeout(say, TOGETHER_MS);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [store]);
}

function concerns(message: Message, state: State): boolean {
  const { ownId } = state.users;
  return message.sender_id !== ownId && !isMuted(state, placeOf(conversationOf(message, ownId)));
}

function sentenceOf(messages: readonly Message[], state: State): string {
  const names = [...new Set(messages.map(({ sender_id }) => sender_id))].map((id) => nameOf(state, id));
  const named = names.slice(0, MOST_NAMES);
  const others = names.length - named.length;
  const people = others > 0 ? [...named, t("living.others", { count: others })] : named;
  return t("living.newMessages", { count: messages.length, people: listText(people) });
}
