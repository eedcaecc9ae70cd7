/** Scheduled messages as rows, earliest first. */
import type { ScheduledMessage } from "@parley/client";
import { scheduledMessages as operations } from "@parley/server/contract";
import { attempt } from "../../actions/attempt.ts";
import { narrowAddress } from "../../address/address.ts";
import { fragmentOf } from "../../address/fragment.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { desk } from "../../composer/desk.ts";
import { narrowOfTarget, type Target } from "../../composer/target.ts";
import { SendLaterDialog } from "../../composer/tools/SendLater.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { router } from "../../state/place.ts";
import type { Session } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import type { KeptItem } from "./kept-item.ts";

export const scheduledRows = (session: Session, messages: readonly ScheduledMessage[]): KeptItem[] =>
  messages.map((message) => rowOf(session, message));

function targetOf({ type, to, topic }: ScheduledMessage, ownId: number): Target {
  if (type === "stream") return { to: "channel", channelId: to as number, topic: topic ?? "" };
  return { to: "direct", userIds: [to].flat().filter((id) => id !== ownId) };
}

function rowOf(session: Session, message: ScheduledMessage): KeptItem {
  const { connection, outbox, store } = session;
  const { scheduled_message_id, type, to, topic, content, failed, scheduled_delivery_timestamp: at } = message;
  const target = targetOf(message, store.state.users.ownId);
  const forget = () => connection.call(operations.deleteScheduledMessage, { scheduled_message_id });
  const edit = () =>
    void attempt(async () => {
      await forget();
      desk.restore(target, content, undefined);
      const narrow = narrowOfTarget(target);
      if (narrow) router.navigate(fragmentOf(narrowAddress(narrow), store.state));
    });
  const sendNow = () =>
    void attempt(async () => {
      await forget();
      outbox.send(
        type === "stream"
          ? { type: "channel", to: to as number, topic: topic ?? "", content }
          : { type: "direct", to: [to].flat(), content },
      );
    });
  const move = (seconds: number) =>
    void attempt(() =>
      connection.call(operations.updateScheduledMessage, {
        scheduled_message_id,
        scheduled_delivery_timestamp: seconds,
      }),
    );
  const chooseTime = () =>
    openDialog((close) => (
      <SendLaterDialog initial={at} action={t("composer.schedule")} onChoose={move} onClose={close} />
    ));
  const remove = () =>
    void attempt(async () => {
      await forget();
      const again = { type, to, content, scheduled_delivery_timestamp: at, ...(topic === undefined ? {} : { topic }) };
      showToast({
        text: t("otherLists.scheduledDeleted"),
        undo: () => void attempt(() => connection.call(operations.createScheduledMessage, again as never)),
      });
    });
  return {
    key: `scheduled:${scheduled_message_id}`,
    target,
    text: content,
    at,
    isFailed: failed,
    open: failed ? chooseTime : edit,
    remove,
    actions: [
      { label: t("otherLists.edit"), do: edit },
      { label: t(failed ? "otherLists.chooseNewTime" : "otherLists.reschedule"), do: chooseTime },
      { label: t("otherLists.sendNow"), do: sendNow },
    ],
  };
}
