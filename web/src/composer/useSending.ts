/** Sends the current message: now, when its uploads finish, or later. */
import { scheduledMessages } from "@parley/server/contract";
import { sentenceOf } from "../actions/attempt.ts";
import { announce } from "../app/announce.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useGo } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useClock, useRealm } from "../state/settings.ts";
import { t } from "../text/text.ts";
import { calledCommandIn } from "./commands/bot-commands.ts";
import { loadAndCall } from "./commands/load.ts";
import { desk } from "./desk.ts";
import { codePoints } from "./editing/edited.ts";
import { refusalToWrite } from "./may-write.ts";
import { outgoingOf, sendSheet } from "./send.ts";
import type { Target } from "./target.ts";
import { whenText } from "./tools/SendLater.tsx";
import { topicRule } from "./topic-rule.ts";
import { uploadsOf } from "./uploads/session-uploads.ts";

interface Sending {
  send(): void;
  schedule(seconds: number): Promise<void>;
}

/** If the message does not appear in the view, says where it went. */
export function useSending(isInView: boolean): Sending {
  const session = useSession();
  const { connection, store } = session;
  const go = useGo();
  const clock = useClock();
  const maxLength = useRealm("max_message_length");
  const isReady = () => {
    const { id, target, text } = desk.get();
    const uploads = uploadsOf(session, id);
    if ((desk.isEmpty && !uploads.isBusy) || codePoints(text) > maxLength) return false;
    if (refusalToWrite(store.state, target) !== undefined) return false;
    if (uploads.hasFailed) {
      showToast({ text: t("composer.failedUploads") });
      return false;
    }
    if (!lacksRecipient(target)) return true;
    desk.focus("recipient");
    return false;
  };
  const lacksRecipient = (target: Target) =>
    target.to === "channel" &&
    (target.channelId === undefined ||
      (target.topic.trim() === "" && topicRule(store.state, target.channelId) === "required"));
  const send = () => {
    if (!isReady()) return;
    const { id, text } = desk.get();
    const called = calledCommandIn(text, store.state);
    if (called && uploadsOf(session, id).isBusy) showToast({ text: t("composer.uploadsFirst") });
    else if (called) void loadAndCall(session, id, called);
    else if (uploadsOf(session, id).isBusy) desk.note(id, { isWaiting: true });
    else sendSheet(session, id, { isInView });
  };
  const schedule = async (seconds: number) => {
    if (!isReady()) return;
    const { id, target, text } = desk.get();
    if (uploadsOf(session, id).isBusy) return showToast({ text: t("composer.uploadsFirst") });
    // As a message it would show everyone what was meant for the bot.
    if (calledCommandIn(text, store.state)) return showToast({ text: t("composer.commandNow") });
    const { to, type, topic } = outgoingOf(target, text, store.state.users.ownId);
    const asked = { type, to: to as never, content: text, ...(topic === undefined ? {} : { topic }) };
    try {
      await connection.call(scheduledMessages.createScheduledMessage, {
        ...asked,
        scheduled_delivery_timestamp: seconds,
      });
    } catch (error) {
      return showToast({ text: sentenceOf(error) });
    }
    desk.finishText(id, text);
    const said = t("composer.scheduled", { when: whenText(seconds, clock, Date.now() / 1000) });
    showToast({ text: said, action: { label: t("composer.view"), do: () => go({ kind: "scheduled" }) } });
    announce(said);
  };
  return { send, schedule };
}
