/** Refuses email that answers itself, and email whose sender is not who it says. */

import { OWN_MAIL_HEADER } from "../../kernel/mail/mailer.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { MAX_HOPS } from "./limits.ts";
import type { ReadMail } from "./reading/read-mail.ts";
import { isForged, isLoop, later } from "./refusal.ts";
import type { SenderProof } from "./senders/prove.ts";
import type { MailTarget } from "./target.ts";

export interface ReceivedMail extends ReadMail {
  /** The sender in the envelope; empty for bounces. */
  readonly envelopeFrom: string;
}

/** What can be told without asking anybody. */
export function checkMail(mail: ReceivedMail, target: MailTarget): void {
  refuseLoops(mail, target);
  refuseOtherSenders(mail, target);
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
 * the person's own address, and be proved to.
 */
function refuseOtherSenders(mail: ReceivedMail, { ctx, isPersonal }: MailTarget): void {
  if (!isPersonal) return;
  const sender = onlySender(mail);
  if (sender === undefined || addressKey(sender) !== addressKey(ctx.user.delivery_email))
    throw isForged("Send the email from the address of your account.");
}

/** Undefined where the operator trusts all who can send email here. */
export function refuseForged(proof: SenderProof | undefined, { isPersonal }: MailTarget): void {
  if (proof === "refused") throw isForged("The sender of the email is not who it says (DMARC).");
  if (!isPersonal || proof === undefined || proof === "proved") return;
  if (proof === "unknown") throw later("The DNS does not say whether the email comes from you. Try again later.");
  throw isForged("Your mail server does not prove that the email comes from you (SPF, DKIM, DMARC).");
}

/** The only address in the only header that names senders: programs differ in which of several they show. */
export function onlySender({ from: [sender, ...others], headers, hasClearHeaders }: ReadMail): string | undefined {
  return hasClearHeaders && others.length === 0 && namesOneSender(headers) ? sender?.address : undefined;
}

/** What the mail server in front has found out about the sender. */
export function proofBy(server: string, { headers }: ReadMail): SenderProof {
  const verdict = verdictOf(headers, server);
  return verdict === "pass" ? "proved" : verdict === "fail" ? "refused" : "unproved";
}

/**
 * Its word for the result of DMARC (RFC 8601). It puts its header above all others, and removes those that
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
