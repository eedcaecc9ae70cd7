/** Helpers for tests of email that comes in: a server that listens for it, and a mail program that sends it. */
import { after } from "node:test";
import type { SendMailOptions } from "nodemailer";
import type { Organization, Person } from "../../../test/index.ts";
import { useServer } from "../../../test/index.ts";
import { type SentMail, sendMailTo } from "../../../test/mail-program.ts";
import { Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { getChannelEmailAddress } from "../../channels/read/contract.ts";
import { type Config, readConfig } from "../../kernel/config.ts";
import type { Variables } from "../../kernel/variables.ts";
import { DnsSilent, type MailDns } from "./senders/dns.ts";

export const DOMAIN = "in.example.com";

export const mailInConfig = (more: Variables = {}): Config["mailIn"] =>
  readConfig({ PARLEY_MAIL_IN_ADDRESS: `*@${DOMAIN}`, PARLEY_MAIL_IN_PORT: "0", PARLEY_MAIL_IN_MAX_MIB: "2", ...more })
    .mailIn;

/** What tests find in the DNS: `example.com` and `elsewhere.example` let this machine send for them. */
export class TestMailDns implements MailDns {
  readonly records = new Map<string, string>(
    ["example.com", "elsewhere.example"].map((domain) => [domain, "v=spf1 ip4:127.0.0.1 -all"]),
  );
  isSilent = false;

  async texts(name: string): Promise<string[]> {
    if (this.isSilent) throw new DnsSilent();
    const record = this.records.get(name);
    return record === undefined ? [] : [record];
  }

  /** By host; the names of a domain's mail servers are at `mx of` it. */
  addressesOf: Readonly<Record<string, readonly string[]>> = {};

  addresses = async (name: string, family: 4 | 6): Promise<string[]> =>
    (this.addressesOf[name] ?? []).filter((address) => address.includes(":") === (family === 6));
  mailServers = async (name: string): Promise<readonly string[]> => this.addressesOf[`mx of ${name}`] ?? [];

  publish(records: Readonly<Record<string, string>>): void {
    for (const [name, record] of Object.entries(records)) this.records.set(name, record);
  }
}

/** Starts a server for this file's tests that receives email; what it sends arrives in the returned mailbox. */
export async function serverWithMailIn(
  rateLimits?: string,
  more: Variables = {},
  mailDns: MailDns = new TestMailDns(),
): Promise<Mailbox> {
  const mailbox = await Mailbox.open();
  after(() => mailbox.close());
  const limits = readConfig({ PARLEY_RATE_LIMITS: rateLimits ?? "off" }).rateLimits;
  useServer((engine) =>
    startServer(
      engine,
      { smtpUrl: mailbox.url, mailFrom: "chat@example.com", mailIn: mailInConfig(more), rateLimits: limits },
      { mailDns },
    ),
  );
  return mailbox;
}

export async function addressOf(person: Person, stream_id: number, sender_id?: number): Promise<string> {
  return (await person.call(getChannelEmailAddress, { stream_id, ...(sender_id === undefined ? {} : { sender_id }) }))
    .email;
}

/** The address with other options than those that are shown at first. */
export const withOptions = (address: string, ...options: readonly string[]): string =>
  address.replace(".show-sender@", `${options.map((option) => `.${option}`).join("")}@`);

/** Sends an email as a mail program does, and returns the response of the server. */
export const sendMail = (
  acme: Organization,
  mail: SendMailOptions & { to: string },
  way?: Readonly<Record<string, unknown>> & { readonly port?: number },
): Promise<SentMail> =>
  sendMailTo(
    way?.port ?? acme.server.app.mailListener?.port ?? 0,
    { from: "Vera <vera@elsewhere.example>", ...mail },
    way,
  );

/** Sends an email that is written out, headers and all. */
export const sendRaw = (acme: Organization, to: string, raw: string | Buffer, from = "vera@elsewhere.example") =>
  sendMail(acme, { envelope: { from, to: [to] }, to, raw });
