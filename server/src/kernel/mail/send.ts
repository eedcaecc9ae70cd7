/** Mail is queued in the change that causes it and leaves the house afterwards, again and again until it is taken. */
import { randomUUID } from "node:crypto";
import type { InTransaction } from "../context.ts";
import { enqueue, jobKind } from "../jobs/job-kind.ts";
import { logOf } from "../request-log.ts";
import { type Email, oneLine, write } from "./email.ts";
import { type Mail, senderAddress } from "./mailer.ts";

/** Sealed, because the links in a mail open accounts and the table of jobs is in every backup. */
export const deliverMail = jobKind<{ sealed: string }>("deliver_mail", "email");

/** With the pauses between them about seven hours. */
const ATTEMPTS = 100;

export interface Addressee {
  readonly delivery_email: string;
  readonly full_name?: string;
}

/** What some mails have beside the email. */
export interface Envelope {
  /** In whose name it comes; by default the organization's. */
  readonly fromName?: string;
  /** Names a conversation: mail programs show its mails together. */
  readonly conversation?: string;
  readonly unsubscribeUrl?: string;
  /** Where replies are posted. */
  readonly replyTo?: string;
}

/** Queues an email from the organization; it is sent when the change commits, and never when it does not. */
export function sendMail(ctx: InTransaction, to: Addressee, email: Email, envelope: Envelope = {}): void {
  const { app, realm, now: date } = ctx;
  const { name } = realm.settings;
  const { fromName = name, conversation, unsubscribeUrl, replyTo } = envelope;
  const mail: Mail = {
    from: { name: oneLine(fromName), address: senderAddress(app.config, app.url()) },
    to: { name: oneLine(to.full_name ?? ""), address: to.delivery_email },
    messageId: `<${randomUUID()}@${realm.host}>`,
    date,
    ...write(email, { name, url: realm.url }),
    ...(conversation === undefined ? {} : { thread: `<${conversation}@${realm.host}>` }),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
    ...(replyTo === undefined ? {} : { replyTo }),
  };
  enqueue(ctx, deliverMail({ sealed: app.secrets.encrypt(JSON.stringify(mail)) }));
}

export const mailJobs = [
  deliverMail.outside(async (ctx, { sealed }, attempt) => {
    const { mailer, secrets } = ctx.app;
    const isTaken = await mailer.send(JSON.parse(secrets.decrypt(sealed)) as Mail, logOf(ctx));
    if (!isTaken) attempt.noteFailure();
  }, ATTEMPTS),
];
