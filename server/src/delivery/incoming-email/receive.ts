/** An email that has arrived: read, checked, posted. Whatever goes wrong is a response to the sending server. */
import { rm } from "node:fs/promises";
import { ApiError, RateLimitHit } from "../../kernel/api/errors.ts";
import type { App } from "../../kernel/context.ts";
import { DatabaseUnavailable } from "../../kernel/db/unavailable.ts";
import { refusalByMachine } from "../../kernel/health/machine.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { UploadQuotaExceeded } from "../../messages/uploads/contract.ts";
import { checkMail, onlySender, proofBy, refuseForged } from "./checks.ts";
import { clientNetwork } from "./client-network.ts";
import { type PostOutcome, post } from "./post.ts";
import type { MailReader } from "./reading/mail-reader.ts";
import type { ReadMail } from "./reading/read-mail.ts";
import { later, MailRefusal, notAllowed, tooLarge, tooMany } from "./refusal.ts";
import type { MailDns } from "./senders/dns.ts";
import { proofOf, type SenderProof } from "./senders/prove.ts";
import { type MailTarget, targetOf } from "./target.ts";

export interface ArrivedMail {
  /** Where the email was written to; removed by the caller. */
  readonly file: string;
  readonly envelopeFrom: string;
  readonly recipient: string;
  /** The IP address that it was sent from; undefined behind a mail server. */
  readonly client: string | undefined;
  /** What the client calls itself. */
  readonly helo: string;
}

export interface MailTools {
  readonly reader: MailReader;
  readonly dns: MailDns;
}

/** Returns when the message is stored. Throws a `MailRefusal` if it will not be. */
export async function receive(app: App, tools: MailTools, arrived: ArrivedMail): Promise<PostOutcome> {
  try {
    return await postArrived(app, tools, arrived);
  } catch (error) {
    throw refusalOf(app, error);
  }
}

/** Whether an email to this address would be posted. Throws a `MailRefusal` if not. */
export async function checkRecipient(app: App, address: string): Promise<void> {
  try {
    await targetOf(app, address);
  } catch (error) {
    throw refusalOf(app, error);
  }
}

async function postArrived(app: App, { reader, dns }: MailTools, arrived: ArrivedMail): Promise<PostOutcome> {
  const target = await targetOf(app, arrived.recipient);
  admit(app, target, arrived);
  const { options, mailbox, ctx } = target;
  const mail = await reader.read(ctx.realm.id, {
    file: arrived.file,
    isReplyAddress: mailbox.kind === "reply",
    signaturesAt: asksDns(app) ? ctx.now : undefined,
    includesFooters: options.has("include-footers"),
    includesQuotes: options.has("include-quotes"),
    prefersHtml: options.has("prefer-html"),
  });
  try {
    checkMail({ ...mail, envelopeFrom: arrived.envelopeFrom }, target);
    const proof = await senderProof(app, dns, mail, arrived);
    refuseForged(proof, target);
    // Reading and asking may have taken a while.
    return await post(await targetOf(app, arrived.recipient), { ...mail, proof });
  } finally {
    // Those that were uploaded are elsewhere by now.
    for (const { path } of mail.files) await rm(path, { force: true });
  }
}

/** Where no mail server in front has done it. */
const asksDns = ({ config: { mailIn } }: App): boolean =>
  mailIn?.senders === "checked" && mailIn.authenticatedBy === undefined;

async function senderProof(
  app: App,
  dns: MailDns,
  mail: ReadMail,
  { envelopeFrom, client, helo }: ArrivedMail,
): Promise<SenderProof | undefined> {
  const { authenticatedBy } = app.config.mailIn ?? {};
  if (authenticatedBy !== undefined) return proofBy(authenticatedBy, mail);
  if (!asksDns(app)) return undefined;
  return proofOf(dns, { address: onlySender(mail), signatures: mail.signatures, envelopeFrom, client, helo });
}

/** Anybody can write anybody's address on an envelope: what a sender may send is used up only where the sender sends from. */
function admit({ limits }: App, { key, ctx }: MailTarget, { envelopeFrom, client }: ArrivedMail): void {
  limits.admit(key, "mail_in_by_address");
  limits.admit(`${key} ${client && clientNetwork(client)} ${addressKey(envelopeFrom)}`, "mail_in_by_sender");
  limits.admit(ctx.realm.id, "mail_in_by_organization", "mail_in_by_organization_hourly");
}

/** What the fault of the server is may pass, so the sender keeps the email and tries again. */
function refusalOf(app: App, error: unknown): MailRefusal {
  if (error instanceof MailRefusal) return error;
  if (error instanceof RateLimitHit) return tooMany("Too much email at once. Try again later.");
  if (error instanceof UploadQuotaExceeded) return tooLarge(error.message);
  const known = error instanceof ApiError ? error : refusalByMachine(app.troubles, error);
  if (known) return known.status >= 500 ? later(known.message) : notAllowed(known.message);
  if (!(error instanceof DatabaseUnavailable)) app.log.error({ err: error }, "an email could not be posted");
  return later("The server cannot take the email at the moment. Try again later.");
}
