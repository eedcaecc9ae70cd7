/** Names from other programs, in the form that names have here. */
import { createHash } from "node:crypto";
import { MAX_CHANNEL_NAME_LENGTH } from "../channels/contract.ts";
import { MAX_TOPIC_LENGTH } from "../kernel/api/limits.ts";
import { isEmailAddress } from "../kernel/names/address.ts";
import { UNPRINTABLE } from "../kernel/names/printable.ts";
import { cleaned } from "../kernel/names/visible.ts";
import { PLACEHOLDER_DOMAIN } from "../people/users/system-bots.ts";

const LONGEST_FULL_NAME = 100;

/** At most so many characters, counted as people do. */
export function shortenedTo(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...text.slice(0, 4 * limit)];
  return characters.length <= limit && text.length <= 4 * limit
    ? text
    : `${characters
        .slice(0, limit - 1)
        .join("")
        .trimEnd()}…`;
}

/** What `checkFullName` accepts, or undefined if nothing is left. */
export function fullNameFrom(written: string): string | undefined {
  const plain = cleaned(
    written
      .toWellFormed()
      .slice(0, 1000)
      .replace(/[*`\\>"@]/g, " "),
  ).replace(/(?:\|\d+)+$/, "");
  const name = shortenedTo(plain.trim(), LONGEST_FULL_NAME);
  return [...name].length >= 2 ? name : undefined;
}

/** What `checkChannelName` accepts; with room for a suffix. */
export function channelNameFrom(written: string, suffix = ""): string {
  const name = cleaned(written.toWellFormed().slice(0, 1000)) || "imported channel";
  return nameBefore(suffix, name, MAX_CHANNEL_NAME_LENGTH);
}

/** A name with a suffix, no longer than this. What was cut may have been half of something that is drawn as one: a flag, a family. */
export const nameBefore = (suffix: string, name: string, limit: number): string =>
  [...name].length + suffix.length <= limit
    ? `${name}${suffix}`
    : `${cleaned(shortenedTo(name, limit - suffix.length))}${suffix}`;

/** What stands behind a name that is taken: where it comes from, and a number when that is taken too. */
export function suffixOf({ origin }: { readonly origin: string }, count: number): string {
  const [program = ""] = origin.split(":");
  return count === 1 ? "" : count === 2 ? ` (${program})` : ` (${program} ${count - 1})`;
}

const UNPRINTABLE_ALL = new RegExp(UNPRINTABLE.source, "gu");

/** Nothing to shorten, to replace or to trim. Most topics are seen many times. */
const PLAIN_TOPIC = /^(?:[!-~]| (?! ))*$/;

/** What `normaliseTopic` accepts. */
export function topicFrom(written: string, suffix = ""): string {
  if (isPlainTopic(written) && written.length + suffix.length <= MAX_TOPIC_LENGTH) return written + suffix;
  const plain = written.toWellFormed().slice(0, 2000).replace(UNPRINTABLE_ALL, " ").replace(/\s+/g, " ").trim();
  return `${shortenedTo(plain, MAX_TOPIC_LENGTH - suffix.length)}${suffix}`;
}

const isPlainTopic = (written: string): boolean => PLAIN_TOPIC.test(written) && written === written.trim();

/** The address, or undefined if nobody can have it. */
export const usableAddress = (email: string | undefined): string | undefined =>
  email !== undefined && isEmailAddress(email.trim()) ? email.trim() : undefined;

/** For accounts without an address of their own. Ids that differ only in case are different. */
export const placeholderAddress = (origin: string, id: string): string => {
  const hash = (text: string, length: number) => createHash("sha256").update(text).digest("hex").slice(0, length);
  const local = /^[a-z0-9_-]{1,39}$/.test(id) ? id : hash(id, 40);
  return `${local}@${hash(origin, 16)}.${PLACEHOLDER_DOMAIN}`;
};
