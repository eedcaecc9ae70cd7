/** Sends emails through an SMTP server or, if none is configured, into a file for the operator. */
import { appendFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Transporter } from "nodemailer";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { EmailContent } from "./email.ts";

export interface EmailAddress {
  readonly name: string;
  readonly address: string;
}

export interface Mail extends EmailContent {
  readonly from: EmailAddress;
  readonly to: EmailAddress;
  /** Unchanged when the email is sent again, so that mail programs can detect duplicates. */
  readonly messageId: string;
  /** UNIX seconds. */
  readonly date: number;
  /** The message id that all emails about one conversation refer to. */
  readonly thread?: string;
  /** Where one request without any other ado ends mails like this. */
  readonly unsubscribeUrl?: string;
  /** Where replies go; by default to the sender, who does not read them. */
  readonly replyTo?: string;
}

/** In every email from Parley: it posts none of its own. */
export const OWN_MAIL_HEADER = "x-parley-notification";

export interface Mailer {
  /** Returns whether somebody else has taken it over, or refused it for good; throws when it should be tried again. */
  send(mail: Mail, log: Logger): Promise<boolean>;
  close(): void;
}

/** Whether emails reach anybody. Without a mail server they only go to the outbox. */
export const sendsMail = ({ config }: { readonly config: Config }): boolean => config.smtpUrl !== undefined;

export function openMailer(config: Config): Mailer {
  return config.smtpUrl === undefined ? outbox(config.dataDirectory) : smtp(config.smtpUrl);
}

/** All of it together is less than the lease of a job. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 40_000, dnsTimeout: 20_000 };

function smtp(url: string): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    async send(mail, log) {
      const { from, to, messageId, date, subject, text, html, thread } = mail;
      const replyTo = mail.replyTo === undefined ? from : { name: from.name, address: mail.replyTo };
      const conversation = thread === undefined ? {} : { inReplyTo: thread, references: [thread] };
      const headers = headersOf(mail);
      const parts = { subject, text, html, headers, ...conversation };
      // Kept before it is loaded: several first emails share it.
      transport ??= transportTo(url);
      const opened = await transport;
      try {
        await opened.sendMail({ from, to, replyTo, messageId, date: new Date(date * 1000), ...parts });
        return true;
      } catch (error) {
        if (!isRefused(error)) throw error;
        log.warn({ err: error, to: to.address, subject }, "the mail server permanently rejected an email");
        return false;
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

const allOf = (ms: number) => ({ connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms, dnsTimeout: ms });

/** The address that emails come from. */
export const senderAddress = (config: Config, url: string): string =>
  config.mailFrom ?? `noreply@${new URL(url).hostname}`;

/** Loaded with the first email, because that takes a tenth of a second which the start of a server does not need. */
export async function transportTo(url: string, timeoutMs?: number): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const timeouts = timeoutMs === undefined ? TIMEOUTS : allOf(timeoutMs);
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
}

/** As RFC 3834 and, for those who do not want any more of them, RFC 2369 and RFC 8058 have it. */
function headersOf({ unsubscribeUrl }: Mail): Record<string, string> {
  const automatic = { "Auto-Submitted": "auto-generated", [OWN_MAIL_HEADER]: "true" };
  if (unsubscribeUrl === undefined) return automatic;
  return {
    ...automatic,
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** The recipient or the message was refused for good; trying again would only be refused again. */
function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
}

export const outboxFile = (dataDirectory: string): string => join(dataDirectory, "outbox.txt");
const olderOutboxFile = (dataDirectory: string): string => join(dataDirectory, "outbox.old.txt");
/** A larger file becomes the older one, in place of the one before. */
export const MOST_OUTBOX_BYTES = 4 * 1024 * 1024;

/** One who tries Parley has no mail server: the links are in the log, the mails in a file. */
function outbox(dataDirectory: string): Mailer {
  const file = outboxFile(dataDirectory);
  let last = Promise.resolve();
  async function append(text: string): Promise<void> {
    await appendFile(file, text, { mode: 0o600 });
    if ((await stat(file)).size > MOST_OUTBOX_BYTES) await rename(file, olderOutboxFile(dataDirectory));
  }
  return {
    async send({ from, to, date, subject, text, links }, log) {
      const head = [
        `Date: ${new Date(date * 1000).toUTCString()}`,
        `From: ${from.name} <${from.address}>`,
        `To: ${to.name} <${to.address}>`,
        `Subject: ${subject}`,
      ];
      const written = last.then(() => append(`${head.join("\n")}\n\n${text}\n${"=".repeat(72)}\n`));
      last = written.catch(() => {});
      await written;
      log.info({ to: to.address, subject, links }, "PARLEY_SMTP_URL is not set: an email was written to the outbox");
      return true;
    },
    close() {},
  };
}
