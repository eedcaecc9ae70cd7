/** A real SMTP server that keeps the emails it receives. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface Arrived extends Email {
  /** The recipient in the envelope, whatever the headers say. */
  readonly recipients: readonly string[];
  readonly source: string;
}

export class Mailbox {
  readonly arrived: Arrived[] = [];
  /** The response to every recipient, when mail is to be refused. */
  refusal: { code: number; sentence: string } | undefined;
  #waiting: { to: string; resolve(mail: Arrived): void }[] = [];
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      onRcptTo: (_address, _session, done) => done(this.#refuse()),
      onData: (stream, session, done) => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        buffer(stream)
          .then((bytes) => this.#keep(bytes, recipients))
          .then(() => done(), done);
      },
    });
  }

  static async open(): Promise<Mailbox> {
    const mailbox = new Mailbox();
    await new Promise<void>((resolve) => mailbox.#server.listen(0, "127.0.0.1", resolve));
    return mailbox;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** The next email to this address that was not taken yet. */
  next(to: string): Promise<Arrived> {
    const index = this.arrived.findIndex(({ recipients }) => recipients.includes(to));
    const [mail] = index === -1 ? [] : this.arrived.splice(index, 1);
    if (mail) return Promise.resolve(mail);
    return new Promise((resolve) => this.#waiting.push({ to, resolve }));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #refuse(): Error | undefined {
    if (!this.refusal) return undefined;
    return Object.assign(new Error(this.refusal.sentence), { responseCode: this.refusal.code });
  }

  async #keep(bytes: Buffer, recipients: readonly string[]): Promise<void> {
    const mail = { ...(await PostalMime.parse(bytes)), recipients, source: bytes.toString() };
    const index = this.#waiting.findIndex(({ to }) => recipients.includes(to));
    const [waiting] = index === -1 ? [] : this.#waiting.splice(index, 1);
    if (waiting) waiting.resolve(mail);
    else this.arrived.push(mail);
  }
}

/** The only link whose path starts with this text. */
export function linkIn({ text = "" }: Email, path: string): string {
  const links = text.split(/\s+/).filter((word) => URL.parse(word)?.pathname.startsWith(path));
  assert.equal(links.length, 1, `one link to ${path} in:\n${text}`);
  return links[0] as string;
}
