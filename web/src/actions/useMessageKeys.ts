/** Binds the keys for actions on the message under the cursor. */
import type { Message } from "@parley/client";
import { viewOf } from "@parley/client/views";
import { useEffect, useEffectEvent } from "react";
import { askedTerms, type NarrowTerm } from "../address/narrow.ts";
import { compose } from "../composer/intents.ts";
import { targetOf } from "../composer/target.ts";
import type { Command } from "../keyboard/keys.ts";
import { attach, useCommand } from "../keyboard/useCommand.ts";
import { useSession } from "../state/session.tsx";
import { openSource } from "./dialogs.tsx";
import { beginEditing } from "./editing.ts";
import { type ActionName, MESSAGE_ACTIONS, perform, rightTo } from "./message-actions.ts";
import { openMessageMenu } from "./message-menu.ts";

const WITH_KEYS = (Object.keys(MESSAGE_ACTIONS) as ActionName[]).flatMap((name) => {
  const action = MESSAGE_ACTIONS[name];
  return "command" in action ? [{ name, command: action.command as Command }] : [];
});

export function useMessageKeys(messageId: number | undefined, terms: readonly NarrowTerm[]): void {
  const session = useSession();
  const { messages, store } = session;
  const cursor = (): Message | undefined => (messageId === undefined ? undefined : messages.message(messageId));

  const act = (name: ActionName) => {
    const message = cursor();
    if (!message) return false;
    const acting = { session, message, terms };
    // A message that cannot be edited opens as source.
    if (name === "edit" && rightTo(name, acting) !== "allowed") return openSource(message.id);
    return perform(name, acting);
  };
  const onKey = useEffectEvent(act);
  useEffect(() => {
    const leaving = WITH_KEYS.map(({ name, command }) => attach(command, () => onKey(name)));
    return () => {
      for (const leave of leaving) leave();
    };
  }, []);

  useCommand("messageMenu", () => {
    const message = cursor();
    return message ? openMessageMenu({ session, message, terms }) : false;
  });
  useCommand("editLast", () => {
    const { ownId } = store.state.users;
    const { ids } = viewOf(messages, askedTerms(terms)).state;
    const last = ids.findLast((id) => {
      const message = messages.message(id);
      return message?.sender_id === ownId && rightTo("edit", { session, message, terms }) === "allowed";
    });
    return last === undefined ? false : beginEditing(session, last);
  });
  // Without a message under the cursor, replies to the conversation.
  useCommand(
    "reply",
    () => {
      const here = targetOf(terms);
      if (!here) return false;
      if (here.to === "direct") return compose(here);
      return here.channelId === undefined ? false : compose({ ...here, channelId: here.channelId });
    },
    { isEnabled: messageId === undefined },
  );
}
