/** Helpers for notification tests: a mailbox, a clock, and people who are present. */
import { after } from "node:test";
import { type Listener, listen, type Organization, type Person, useServer } from "../../../test/index.ts";
import { type Arrived, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { updatePresence } from "../../people/presence/contract.ts";
import type { NotificationChannel } from "./channel.ts";

/** Starts a server for this file's tests whose emails arrive in the returned mailbox. */
export async function serverWithMailbox(notifications: readonly NotificationChannel[] = []): Promise<Mailbox> {
  const mailbox = await Mailbox.open();
  after(() => mailbox.close());
  const config = { smtpUrl: mailbox.url, mailFrom: "chat@example.com" };
  useServer((engine) => startServer(engine, config, { notifications }));
  return mailbox;
}

/** Waits until everything due has been decided, written and sent. */
export async function settled({ server }: Organization): Promise<void> {
  // Jobs may wake the notifier, and notifications may queue jobs.
  for (let turn = 0; turn < 2; turn++) {
    await server.app.notifier.settled();
    await server.app.jobs.settled();
  }
}

/** Shorter than a job's lease: an email that is being sent must not look abandoned. */
const STEP_SECONDS = 60;

/** Advances the clock, and waits until everything that became due is done. */
export async function pass(
  acme: Organization,
  { seconds = 0, minutes = 0 }: { seconds?: number; minutes?: number },
): Promise<void> {
  await settled(acme);
  for (let left = minutes * 60 + seconds; left > 0; left -= STEP_SECONDS) {
    await acme.clock.advance({ seconds: Math.min(left, STEP_SECONDS) });
    await settled(acme);
  }
}

/** Takes the emails that have arrived for a user of this organization. Other organizations use the same addresses. */
export function mailsTo(mailbox: Mailbox, acme: Organization, { email }: Person): Arrived[] {
  const isTheirs = ({ recipients, messageId }: Arrived) =>
    recipients.includes(email) && messageId?.endsWith(`@${acme.realm.host}>`);
  const theirs = mailbox.arrived.filter(isTheirs);
  mailbox.arrived.splice(0, Infinity, ...mailbox.arrived.filter((mail) => !isTheirs(mail)));
  return theirs;
}

/** Makes someone present: they have an open window and are active. */
export async function isPresent(person: Person): Promise<Listener> {
  const listener = await listen(person);
  await person.call(updatePresence, { status: "active", ping_only: true });
  return listener;
}
