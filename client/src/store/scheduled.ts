import type { reminders, ShapeOf, scheduledMessages } from "@parley/server/contract";
import { part } from "./part.ts";

export type ScheduledMessage = ShapeOf<typeof scheduledMessages.scheduledMessageFields>;
export type Reminder = ShapeOf<typeof reminders.reminderFields>;

/** Scheduled messages and reminders, in the order they are due. */
export interface ScheduledState {
  readonly messages: readonly ScheduledMessage[];
  readonly reminders: readonly Reminder[];
}

interface Timed {
  readonly scheduled_delivery_timestamp: number;
}

/** At equal times, the one created first comes first. */
const inOrder = <T extends Timed>(entries: readonly T[], idOf: (entry: T) => number): T[] =>
  entries.toSorted((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || idOf(a) - idOf(b));

const messageId = (message: ScheduledMessage) => message.scheduled_message_id;
const reminderId = (reminder: Reminder) => reminder.reminder_id;

const without = <T>(entries: readonly T[], idOf: (entry: T) => number, id: number): T[] =>
  entries.filter((entry) => idOf(entry) !== id);

export const scheduledPart = part<ScheduledState>({
  from: ({ scheduled_messages = [], reminders = [] }) => ({
    messages: scheduled_messages,
    // Only registration repeats their id under a second name.
    reminders: reminders.map(({ scheduled_message_id: _, ...reminder }) => reminder),
  }),

  on: {
    scheduled_messages: {
      add: (state, { scheduled_messages: added }) => ({
        ...state,
        messages: inOrder([...state.messages, ...added], messageId),
      }),
      update(state, { scheduled_message: changed }) {
        const others = without(state.messages, messageId, changed.scheduled_message_id);
        return { ...state, messages: inOrder([...others, changed], messageId) };
      },
      remove: (state, { scheduled_message_id }) => ({
        ...state,
        messages: without(state.messages, messageId, scheduled_message_id),
      }),
    },
    reminders: {
      add: (state, { reminders: added }) => ({
        ...state,
        reminders: inOrder([...state.reminders, ...added], reminderId),
      }),
      remove: (state, { reminder_id }) => ({ ...state, reminders: without(state.reminders, reminderId, reminder_id) }),
    },
  },
});
