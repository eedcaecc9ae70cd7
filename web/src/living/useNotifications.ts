/**
 * Notifies the reader of messages outside of the current view: one notification per conversation, closed when it is
 * read.
 */
import { type Message, messageIn, type ServerEvent, type State } from "@parley/client";
import { useEffect, useRef } from "react";
import type { Address } from "../address/address.ts";
import { fragmentOf } from "../address/fragment.ts";
import { plainText } from "../markup/plain-text.ts";
import { useSession } from "../state/session.tsx";
import { settingsOf } from "../state/settings.ts";
import { Attention } from "./attention.ts";
import { shown } from "./desktop.ts";
import { playSound } from "./sounds.ts";
import { addressOf, bodyOf, headlineOf, isInView, keyOf, waysFor } from "./told.ts";

const arrivedIn = (events: readonly ServerEvent[]): Message[] =>
  events.map(messageIn).filter((message) => message !== undefined);

export function useNotifications(address: Address): void {
  const { store } = useSession();
  const here = useRef(address);
  const attention = useRef<Attention>(undefined);
  useEffect(() => {
    here.current = address;
    if (document.hasFocus()) attention.current?.looks(address);
  }, [address]);
  useEffect(() => {
    const others = new Attention();
    attention.current = others;
    const look = () => others.looks(document.hasFocus() ? here.current : undefined);
    const lookAway = () => others.looks(undefined);
    look();
    addEventListener("focus", look);
    addEventListener("blur", lookAway);
    addEventListener("pagehide", lookAway);
    const leave = store.onChange((state, events) => {
      shown.keep((id) => state.unread.messages.has(id));
      if (events) tell(arrivedIn(events), [document.hasFocus() ? here.current : undefined, others.elsewhere], state);
    });
    return () => {
      leave();
      shown.closeAll();
      removeEventListener("focus", look);
      removeEventListener("blur", lookAway);
      removeEventListener("pagehide", lookAway);
      others.close();
    };
  }, [store]);
}

/** Messages in a view that is open in this or another window cause no notification. */
function tell(arrived: readonly Message[], lookedAt: readonly (Address | undefined)[], state: State): void {
  let isHeard = false;
  for (const message of arrived) {
    if (lookedAt.some((address) => address !== undefined && isInView(message, address, state))) continue;
    const { desktop, sound } = waysFor(message, message.flags, state);
    isHeard ||= sound;
    if (desktop) show(message, state);
  }
  if (isHeard) void playSound(settingsOf(state).notification_sound);
}

function show(message: Message, state: State): void {
  const avatar = state.users.users.get(message.sender_id)?.avatar_url;
  shown.show({
    key: keyOf(message, state),
    messageId: message.id,
    title: headlineOf(message, state),
    body: bodyOf(message, state, plainText),
    icon: avatar ?? "/static/icon.svg",
    fragment: fragmentOf(addressOf(message, state), state),
  });
}
