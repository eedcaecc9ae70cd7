import type { reminders, ShapeOf, scheduledMessages } from "@parley/server/contract";
import { part } from "./part.ts";

export type ScheduledMessage = ShapeOf<typeof scheduledMessages.scheduledMessageFields>;
export type Reminder = ShapeOf<typeof reminders.reminderFields>;

/** What waits for its time, in the order in which it comes. */
export interface ScheduledState {
  readonly messages: readonly ScheduledMessage[];
  readonly reminders: readonly Reminder[];
}

interface Timed {
  readonly scheduled_delivery_timestamp: number;
}

/** Of one moment, what was asked for first comes first. */
const inOrder = <T extends Timed>(entries: readonly T[], idOf: (entry: T) => number): T[] =>
  entries.toSorted((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || idOf(a) - idOf(b));

const messageId = (message: ScheduledMessage) => message.scheduled_message_id;
const reminderId = (reminder: Reminder) => reminder.reminder_id;

const without = <T>(entries: readonly T[], idOf: (entry: T) => number, id: unknown): T[] =>
  entries.filter((entry) => idOf(entry) !== id);

export const scheduledPart = part<ScheduledState>({
  from: ({ scheduled_messages = [], reminders = [] }) => ({
    messages: scheduled_messages,
    // The second name of their id stands in a registration alone.
    reminders: reminders.map(({ scheduled_message_id: _, ...reminder }) => reminder),
  }),

  apply(state, event) {
    const { messages, reminders } = state;
    if (event.type === "scheduled_messages") {
      if (event.op === "add") {
        const added = event.scheduled_messages as ScheduledMessage[];
        return { ...state, messages: inOrder([...messages, ...added], messageId) };
      }
      if (event.op === "update") {
        const changed = event.scheduled_message as ScheduledMessage;
        const others = without(messages, messageId, changed.scheduled_message_id);
        return { ...state, messages: inOrder([...others, changed], messageId) };
      }
      return { ...state, messages: without(messages, messageId, event.scheduled_message_id) };
    }
    if (event.type !== "reminders") return state;
    if (event.op === "remove") return { ...state, reminders: without(reminders, reminderId, event.reminder_id) };
    return { ...state, reminders: inOrder([...reminders, ...(event.reminders as Reminder[])], reminderId) };
  },
});
