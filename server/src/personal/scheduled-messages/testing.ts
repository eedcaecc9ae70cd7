/** What the tests of scheduled messages and reminders share. */
import type { Organization, Person } from "../../../test/index.ts";
import * as messages from "../../messages/contract.ts";
import { createScheduledMessage, getScheduledMessages } from "./contract.ts";

/** So many seconds from now. */
export const inSeconds = ({ clock }: Organization, seconds: number): number => Math.floor(clock.now() / 1000) + seconds;

/** Time passes, and what becomes due on the way is done. */
export async function pass({ server, clock }: Organization, seconds: number): Promise<void> {
  await clock.leap({ seconds });
  server.app.jobs.wake();
  await server.app.jobs.settled();
}

/** In a minute; to a channel by its id, or to people. */
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

/** Everything that somebody can see, as they wrote it, oldest first. */
export async function readsAll(person: Person, narrow: messages.NarrowTerm[] = []) {
  const range = { anchor: "newest", num_before: 1000, num_after: 0, allow_empty_topic_name: true };
  return (await person.call(messages.getMessages, { ...range, narrow, apply_markdown: false })).messages;
}

export const contentsFor = async (person: Person, narrow: messages.NarrowTerm[] = []): Promise<string[]> =>
  (await readsAll(person, narrow)).map((message) => message.content);

/** What the notification bot has written to somebody. */
export async function noticesTo(person: Person): Promise<string[]> {
  const direct = await readsAll(person, [{ operator: "is", operand: "dm" }]);
  return direct.filter((message) => message.sender_full_name === "Notification Bot").map((message) => message.content);
}
