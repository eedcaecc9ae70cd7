/** Helpers for tests of scheduled messages and reminders. */
import type { Organization, Person } from "../../../test/index.ts";
import * as messages from "../../messages/contract.ts";
import { createScheduledMessage, getScheduledMessages } from "./contract.ts";

/** A timestamp this many seconds from now. */
export const inSeconds = ({ clock }: Organization, seconds: number): number => Math.floor(clock.now() / 1000) + seconds;

/** Advances the clock and runs the jobs that become due. */
export async function pass({ server, clock }: Organization, seconds: number): Promise<void> {
  await clock.leap({ seconds });
  server.app.jobs.wake();
  await server.app.jobs.settled();
}

/** Schedules a message for the next minute by default, to a channel id or to people. */
export async function schedules(
  acme: Organization,
  person: Person,
  to: number | readonly Person[],
  content: string,
  { at = inSeconds(acme, 60), topic = "plans" } = {},
): Promise<number> {
  const address =
    typeof to === "number"
      ? { type: "channel" as const, to, topic }
      : { type: "direct" as const, to: to.map((each) => each.id) };
  const request = { ...address, content, scheduled_delivery_timestamp: at };
  return (await person.call(createScheduledMessage, request)).scheduled_message_id;
}

export const scheduledOf = async (person: Person) => (await person.call(getScheduledMessages, {})).scheduled_messages;

/** The source of all messages the person can see, oldest first. */
export async function readsAll(person: Person, narrow: messages.NarrowTerm[] = []) {
  const range = { anchor: "newest", num_before: 1000, num_after: 0, allow_empty_topic_name: true };
  return (await person.call(messages.getMessages, { ...range, narrow, apply_markdown: false })).messages;
}

export const contentsFor = async (person: Person, narrow: messages.NarrowTerm[] = []): Promise<string[]> =>
  (await readsAll(person, narrow)).map((message) => message.content);

/** The notification bot's messages to the person. */
export async function noticesTo(person: Person): Promise<string[]> {
  const direct = await readsAll(person, [{ operator: "is", operand: "dm" }]);
  return direct.filter((message) => message.sender_full_name === "Notification Bot").map((message) => message.content);
}
