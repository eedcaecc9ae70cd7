/** Refuses email that answers itself, and email whose sender is not who it says. */

import { OWN_MAIL_HEADER } from "../../kernel/mail/mailer.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { MAX_HOPS } from "./limits.ts";
import type { ReadMail } from "./reading/read-mail.ts";
import { isForged, isLoop } from "./refusal.ts";
import type { MailTarget } from "./target.ts";

export interface ReceivedMail extends ReadMail {
  /** The sender in the envelope; empty for bounces. */
  readonly envelopeFrom: string;
}

export function checkMail(mail: ReceivedMail, target: MailTarget): void {
  refuseLoops(mail, target);
  refuseForged(mail, target);
}

const AUTOMATIC_REPLIES = ["x-autoreply", "x-autorespond", "x-auto-response", "x-vacation"];

/**
 * Whatever answers automatically is refused. A channel takes other automatic email, such as alerts and mailing lists: nothing that
 * Parley does with it sends email to its sender. A reply is written by a person.
 */
function refuseLoops(mail: ReceivedMail, { mailbox }: MailTarget): void {
  const all = (name: string) => mail.headers.flatMap((header) => (header.name === name ? [header.value] : []));
  const first = (name: string) => (all(name)[0] ?? "").split(/[;(\s]/, 1)[0]?.toLowerCase() ?? "";
  if (all("received").length > MAX_HOPS) throw isLoop("The email has passed too many servers.");
  if (all(OWN_MAIL_HEADER).length > 0) throw isLoop("Parley does not post its own email.");
  const isReport = first("content-type") === "multipart/report";
  if (mail.envelopeFrom === "" || isReport) throw isLoop("Reports about undelivered email are not posted.");
  const submitted = first("auto-submitted");
  const precedence = first("precedence");
  const isAutomaticReply =
    submitted === "auto-replied" ||
    precedence === "auto_reply" ||
    AUTOMATIC_REPLIES.some((name) => all(name).length > 0);
  if (isAutomaticReply) throw isLoop("Automatic replies are not posted.");
  if (mailbox.kind !== "reply") return;
  const isAutomatic =
    (submitted !== "" && submitted !== "no") ||
    ["bulk", "list", "junk"].includes(precedence) ||
    all("list-id").length > 0;
  if (isAutomatic) throw isLoop("Only people can reply to this address.");
}

/**
 * The address of a person's messages is a secret, and may still have been passed on with an email: so the email must also come from
 * the person's own address, and, where the mail server in front checks that, be proved to.
 */
function refuseForged({ from, headers }: ReceivedMail, { ctx, isPersonal }: MailTarget): void {
  const { authenticatedBy } = ctx.app.config.mailIn ?? {};
  const verdict = authenticatedBy === undefined ? undefined : verdictOf(headers, authenticatedBy);
  if (verdict === "fail") throw isForged("The sender of the email is not who it says (DMARC).");
  if (!isPersonal) return;
  const [sender, ...others] = from;
  const isOwn = sender !== undefined && addressKey(sender.address) === addressKey(ctx.user.delivery_email);
  if (!isOwn || others.length > 0 || !namesOneSender(headers))
    throw isForged("Send the email from the address of your account.");
  if (authenticatedBy !== undefined && verdict !== "pass")
    throw isForged("Your mail server does not prove that the email comes from you (DMARC).");
}

/**
 * What the mail server in front has found out about the sender (RFC 8601). It puts its header above all others, and removes those that
 * claim to be its own; only the first one counts.
 */
function verdictOf(headers: ReadMail["headers"], server: string): string | undefined {
  const own = headers.find(
    ({ name, value }) =>
      name === "authentication-results" && value.trim().split(/[;\s]/, 1)[0]?.toLowerCase() === server,
  );
  const results = withoutQuotes(own?.value ?? "")?.split(";") ?? [];
  const verdicts = results.flatMap((result) => /^\s*dmarc\s*=\s*(\w+)/i.exec(result)?.[1]?.toLowerCase() ?? []);
  return verdicts.includes("fail") ? "fail" : verdicts[0];
}

/** Programs differ in which address they take from a header with several. */
function namesOneSender(headers: ReadMail["headers"]): boolean {
  const all = headers.filter(({ name }) => name === "from");
  const address = all.length === 1 ? withoutQuotes(all[0]?.value ?? "") : undefined;
  return address !== undefined && address.split("@").length === 2 && address.split("<").length <= 2;
}

const LONGEST_HEADER = 4000;
const DEEPEST_COMMENT = 20;

/** A header without its quoted texts and comments, in which a sender can write anything; undefined if they are not closed. */
function withoutQuotes(value: string): string | undefined {
  if (value.length > LONGEST_HEADER) return undefined;
  let plain = value.replace(/"(?:[^"\\]|\\.)*"/g, " ");
  for (let depth = 0; depth < DEEPEST_COMMENT && plain.includes("("); depth++)
    plain = plain.replace(/\([^()]*\)/g, " ");
  return /["()]/.test(plain) ? undefined : plain;
}
