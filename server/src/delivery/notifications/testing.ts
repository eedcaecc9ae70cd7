/** What tests of notifications share: a mailbox, time that passes, and people who are here. */
import { after } from "node:test";
import { type Listener, listen, type Organization, type Person, useServer } from "../../../test/index.ts";
import { type Arrived, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { updatePresence } from "../../people/presence/contract.ts";
import type { NotificationChannel } from "./channel.ts";

/** A server for the tests of this file whose mail arrives here. */
export async function serverWithMailbox(notifications: readonly NotificationChannel[] = []): Promise<Mailbox> {
  const mailbox = await Mailbox.open();
  after(() => mailbox.close());
  const config = { smtpUrl: mailbox.url, mailFrom: "chat@example.com" };
  useServer((engine) => startServer(engine, config, { notifications }));
  return mailbox;
}

/** Everything that is due has been decided, written and sent. */
export async function settled({ server }: Organization): Promise<void> {
  // A job may look around for what others have left, and what is told may queue jobs.
  for (let turn = 0; turn < 2; turn++) {
    await server.app.notifier.settled();
    await server.app.jobs.settled();
  }
}

/** Time passes, and what is due on the way is done. */
export async function pass(acme: Organization, time: { seconds?: number; minutes?: number }): Promise<void> {
  await settled(acme);
  await acme.clock.advance(time);
  await settled(acme);
}

/** What has arrived for somebody of this organization and nobody has looked at: the addresses are everybody's. */
export function mailsTo(mailbox: Mailbox, acme: Organization, { email }: Person): Arrived[] {
  const isTheirs = ({ recipients, messageId }: Arrived) =>
    recipients.includes(email) && messageId?.endsWith(`@${acme.realm.host}>`);
  const theirs = mailbox.arrived.filter(isTheirs);
  mailbox.arrived.splice(0, Infinity, ...mailbox.arrived.filter((mail) => !isTheirs(mail)));
  return theirs;
}

/** Somebody with an open window who does something. */
export async function isHere(person: Person): Promise<Listener> {
  const listener = await listen(person);
  await person.call(updatePresence, { status: "active", ping_only: true });
  return listener;
}
