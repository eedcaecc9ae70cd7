/** Sends the current message: now, when its uploads finish, or later. */
import { scheduledMessages } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { narrowAddress } from "../address/address.ts";
import { announce } from "../app/announce.tsx";
import { perform } from "../keyboard/useCommand.ts";
import { showToast } from "../parts/toasts.tsx";
import { useGo } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useClock, useRealm } from "../state/settings.ts";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { codePoints } from "./editing/edited.ts";
import { topicRule } from "./may-write.ts";
import { placeText } from "./placeholder.ts";
import { narrowOfTarget, type Target } from "./target.ts";
import { whenText } from "./tools/SendLater.tsx";
import { uploadsOf } from "./uploads/session-uploads.ts";

interface Sending {
  /** Sends as soon as the uploads finish. */
  readonly waits: boolean;
  send(): void;
  schedule(seconds: number): Promise<void>;
}

/** If the message does not appear in the view, says where it went. */
export function useSending(isInView: boolean): Sending {
  const session = useSession();
  const { outbox, connection, store } = session;
  const uploads = uploadsOf(session);
  const go = useGo();
  const clock = useClock();
  const maxLength = useRealm("max_message_length");
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!waits) return;
    return uploads.subscribe(() => {
      if (!uploads.isBusy) perform("send");
    });
  }, [waits, uploads]);
  const isReady = () => {
    const { target, text } = desk.get();
    if (desk.isEmpty || codePoints(text) > maxLength) return false;
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
    setWaits(uploads.isBusy);
    if (uploads.isBusy) return;
    const { target, text } = desk.get();
    outbox.send(outgoingOf(target, text, store.state.users.ownId));
    desk.clear();
    const narrow = narrowOfTarget(target);
    if (isInView || !narrow) return;
    showToast({
      text: t("composer.sentElsewhere", { place: placeText(store.state, target) }),
      action: { label: t("composer.goThere"), do: () => go(narrowAddress(narrow)) },
    });
  };
  const schedule = async (seconds: number) => {
    if (!isReady()) return;
    const { target, text } = desk.get();
    const { to, type, topic } = outgoingOf(target, text, store.state.users.ownId);
    const asked = { type, to: to as never, content: text, ...(topic === undefined ? {} : { topic }) };
    try {
      await connection.call(scheduledMessages.createScheduledMessage, {
        ...asked,
        scheduled_delivery_timestamp: seconds,
      });
    } catch (error) {
      return showToast({ text: (error as Error).message });
    }
    desk.clear();
    const said = t("composer.scheduled", { when: whenText(seconds, clock, Date.now() / 1000) });
    showToast({ text: said, action: { label: t("composer.view"), do: () => go({ kind: "scheduled" }) } });
    announce(said);
  };
  return { waits, send, schedule };
}

/** In the outbox's format; notes to yourself have yourself as recipient. */
function outgoingOf(target: Target, content: string, ownId: number) {
  if (target.to === "direct") {
    const to = target.userIds.length > 0 ? [...target.userIds] : [ownId];
    return { type: "direct" as const, to, content, topic: undefined };
  }
  return { type: "channel" as const, to: target.channelId as number, topic: target.topic.trim(), content };
}
