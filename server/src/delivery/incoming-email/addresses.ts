/**
 * The addresses that email comes in at. Nothing is stored for them: an address contains what it is for, encrypted, and a proof that
 * this server made it for somebody who still has the same API key, and for a channel whose addresses have not been replaced since. A new
 * key therefore ends all addresses of its owner, and a new version all addresses of the channel.
 */
import { timingSafeEqual } from "node:crypto";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import type { App } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { MailInConfig } from "../../kernel/mail/incoming-config.ts";

/** What is posted of an email, as the address asks for. */
export const MAIL_OPTIONS = ["show-sender", "include-footers", "include-quotes", "prefer-html"] as const;
export type MailOption = (typeof MAIL_OPTIONS)[number];

/** Posts in a channel. The owner of the address may post there, and has chosen the sender. */
export interface ChannelMailbox {
  readonly kind: "channel";
  readonly channelId: ChannelId;
  readonly ownerId: UserId;
  /** Undefined for the email gateway. */
  readonly senderId: UserId | undefined;
}

/** Posts a reply where the message is, as the owner of the address. */
export interface ReplyMailbox {
  readonly kind: "reply";
  readonly messageId: MessageId;
  readonly ownerId: UserId;
  /** UNIX seconds. */
  readonly expiresAt: number;
}

export type Mailbox = ChannelMailbox | ReplyMailbox;

/** How long people can reply to an email about missed messages. */
export const REPLY_DAYS = 14;

const HOUR_SECONDS = 3600;
/** 96 bits: more than can be guessed through a connection. */
const PROOF_BYTES = 12;
/** Longer local parts are not deliverable everywhere (RFC 5321). */
const MAX_LOCAL_LENGTH = 64;
const KINDS = { channel: 1, reply: 2 } as const;

/** The address of a channel, for the account that asks for it. */
export async function channelAddress(
  app: App,
  db: Db,
  mailbox: Omit<ChannelMailbox, "kind">,
  channelName: string,
): Promise<string> {
  const { mailIn } = app.config;
  if (!mailIn) return "";
  const { channelId, ownerId, senderId = 0 } = mailbox;
  const numbers = [KINDS.channel, channelId, ownerId, senderId] as const;
  const key = keyOf(app, numbers, await bindingOf(db, numbers));
  const tail = `${key ?? ""}.show-sender`;
  const slug = slugOf(channelName).slice(0, Math.max(MAX_LOCAL_LENGTH - mailIn.prefix.length - tail.length - 1, 0));
  return addressed(mailIn, slug === "" ? tail : `${slug}.${tail}`);
}

/** The address for replies to an email about missed messages; undefined if the server receives none. */
export async function replyAddress(
  app: App,
  db: Db,
  { ownerId, messageId, now }: { ownerId: UserId; messageId: MessageId; now: number },
): Promise<string | undefined> {
  const { mailIn } = app.config;
  if (!mailIn) return undefined;
  const expiresAt = Math.ceil(now / HOUR_SECONDS) + REPLY_DAYS * 24;
  const numbers = [KINDS.reply, messageId, ownerId, expiresAt] as const;
  const key = keyOf(app, numbers, await bindingOf(db, numbers));
  return key && addressed(mailIn, key);
}

/** What an address is for; undefined if this server has not made it, or it has been replaced by now. */
export async function mailboxAt(
  app: App,
  db: Db,
  address: string,
): Promise<{ mailbox: Mailbox; key: string; options: ReadonlySet<MailOption> } | undefined> {
  const { mailIn } = app.config;
  const words = mailIn && wordsIn(mailIn, address);
  const key = words?.findLast((word) => KEY.test(word));
  if (!words || key === undefined) return undefined;
  const opened = opening(app, key);
  if (!opened) return undefined;
  const [kind, subject, ownerId, last] = opened.numbers;
  const binding = await bindingOf(db, opened.numbers);
  if (binding === undefined || !opened.isProvedBy(binding)) return undefined;
  // Before the key stands the name of the channel.
  const named = words.slice(words.lastIndexOf(key) + 1);
  const options = new Set(MAIL_OPTIONS.filter((option) => named.includes(option)));
  if (kind === KINDS.reply)
    return {
      mailbox: { kind: "reply", messageId: subject, ownerId, expiresAt: last * HOUR_SECONDS },
      key,
      options,
    };
  const senderId = last === 0 ? undefined : last;
  return { mailbox: { kind: "channel", channelId: subject, ownerId, senderId }, key, options };
}

const addressed = ({ prefix, domain }: MailInConfig, local: string): string => `${prefix}${local}@${domain}`;

/** The words of the local part, between points and plus signs, as far as the address has the configured form. */
function wordsIn({ prefix, domain }: MailInConfig, address: string): string[] | undefined {
  const written = address.toLowerCase();
  const at = written.lastIndexOf("@");
  if (at === -1 || written.slice(at + 1) !== domain || !written.startsWith(prefix)) return undefined;
  return written.slice(prefix.length, at).split(/[.+]/);
}

/** The channel's name, for people; only ASCII letters and digits. */
const slugOf = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name)
    ? name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "")
    : "";

/** What ends an address when it changes. Undefined if there is no such account or channel. */
async function bindingOf(db: Db, [kind, subject, ownerId]: Numbers): Promise<string | undefined> {
  const owner = await db.selectFrom("user").select("api_key_hash").where("id", "=", ownerId).executeTakeFirst();
  if (!owner || kind === KINDS.reply) return owner?.api_key_hash;
  const channel = await db
    .selectFrom("channel")
    .select("email_address_version")
    .where("id", "=", subject)
    .executeTakeFirst();
  if (!channel) return undefined;
  const { email_address_version: version } = channel;
  // The first addresses were made before channels had versions.
  return version === 0 ? owner.api_key_hash : `${owner.api_key_hash} ${version}`;
}

type Numbers = readonly [kind: number, subject: number, ownerId: number, last: number];

function keyOf(app: App, numbers: Numbers, binding: string | undefined): string | undefined {
  if (binding === undefined) return undefined;
  const proof = proofOf(app, numbers, binding);
  return base32(Buffer.concat([proof, masked(app, proof, written(numbers))]));
}

interface Opened {
  readonly numbers: Numbers;
  isProvedBy(binding: string): boolean;
}

function opening(app: App, key: string): Opened | undefined {
  const bytes = fromBase32(key);
  if (!bytes || bytes.length <= PROOF_BYTES) return undefined;
  const proof = bytes.subarray(0, PROOF_BYTES);
  const numbers = read(masked(app, proof, bytes.subarray(PROOF_BYTES)));
  if (!numbers || !Object.values<number>(KINDS).includes(numbers[0])) return undefined;
  return { numbers, isProvedBy: (binding) => timingSafeEqual(proof, proofOf(app, numbers, binding)) };
}

const proofOf = ({ secrets }: App, numbers: Numbers, binding: string): Buffer =>
  Buffer.from(secrets.keyedHash("email address", `${numbers.join(" ")} ${binding}`), "base64url").subarray(
    0,
    PROOF_BYTES,
  );

/** Hides the ids. Every proof has another mask, and the same ids always the same proof. */
function masked({ secrets }: App, proof: Buffer, bytes: Buffer): Buffer {
  const mask = Buffer.from(secrets.keyedHash("email address mask", proof.toString("hex")), "base64url");
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at % mask.length] as number)));
}

/** Seven bits in each byte; all but the last byte of a number have the highest bit set. */
function written(numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (let number of numbers) {
    for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) + 128);
    bytes.push(number);
  }
  return Buffer.from(bytes);
}

function read(bytes: Buffer): Numbers | undefined {
  const numbers: number[] = [];
  let [number, unit] = [0, 1];
  for (const byte of bytes) {
    number += (byte % 128) * unit;
    unit *= 128;
    if (byte >= 128) continue;
    numbers.push(number);
    [number, unit] = [0, 1];
  }
  const isWhole = unit === 1 && numbers.length === 4 && numbers.every(Number.isSafeInteger);
  return isWhole ? (numbers as unknown as Numbers) : undefined;
}

/** Mail servers may change the case of an address, so only small letters and digits (RFC 4648) count. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const KEY = /^[a-z2-7]{26,64}$/;

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

function fromBase32(text: string): Buffer | undefined {
  const bits = [...text].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  // Otherwise several texts would stand for the same address.
  return base32(bytes) === text ? bytes : undefined;
}
