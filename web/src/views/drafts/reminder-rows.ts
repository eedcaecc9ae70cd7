/** Reminders as rows, earliest first. */
import type { Reminder } from "@parley/client";
import { reminders as operations } from "@parley/server/contract";
import { noteOf } from "@parley/server/personal/reminders/note.ts";
import { attempt } from "../../actions/attempt.ts";
import { narrowAddress } from "../../address/address.ts";
import { fragmentOf } from "../../address/fragment.ts";
import { showToast } from "../../parts/toasts.tsx";
import { router } from "../../state/place.ts";
import type { Session } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import type { KeptItem } from "./kept-item.ts";

export const reminderRows = (session: Session, reminders: readonly Reminder[]): KeptItem[] =>
  reminders.map((reminder) => rowOf(session, reminder));

function rowOf({ connection, store }: Session, reminder: Reminder): KeptItem {
  const { reminder_id, content, reminder_target_message_id, scheduled_delivery_timestamp: at } = reminder;
  const open = () =>
    router.navigate(
      fragmentOf(narrowAddress([{ operator: "id", operand: reminder_target_message_id as number }]), store.state),
    );
  const remove = () =>
    void attempt(async () => {
      await connection.call(operations.deleteReminder, { reminder_id });
      const again = {
        message_id: reminder_target_message_id,
        scheduled_delivery_timestamp: at,
        note: noteOf(content),
      };
      showToast({
        text: t("otherLists.reminderDeleted"),
        undo: () => void attempt(() => connection.call(operations.createReminder, again)),
      });
    });
  const actions = [{ label: t("otherLists.openMessage"), do: open }];
  return { key: `reminder:${reminder_id}`, target: undefined, text: content, at, open, actions, remove };
}
