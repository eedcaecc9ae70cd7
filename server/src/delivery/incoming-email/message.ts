/** The message that an email becomes. */
import type { Channel } from "../../channels/store.ts";
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from "../../kernel/api/limits.ts";
import type { Realm } from "../../kernel/context.ts";
import { isLonger, UNPRINTABLE } from "../../kernel/names/printable.ts";
import { shortened } from "../../text/notices/markup.ts";
import { normaliseTopic } from "../../text/topics.ts";
import { bold, markdown, md, plain } from "../integrations/markup.ts";
import type { ReadMail } from "./reading/read-mail.ts";
import { unreadable } from "./refusal.ts";
import type { MailTarget } from "./target.ts";

/** For channels without an empty topic. */
const NO_SUBJECT = "(no subject)";
const NO_TEXT = "(no text)";
/** After a sender that nobody vouches for: anybody can write a colleague's address there. */
const UNPROVED = " (unverified)";

export interface MailMessage {
  readonly topic: string;
  /** What precedes the text: the sender, or the subject where it cannot be the topic. */
  readonly head: string;
}

/** `shownSender`: whether the sender that is shown is proved; undefined if none is. */
export function messageFrom(
  mail: ReadMail,
  realm: Realm,
  channel: Channel,
  shownSender: { readonly isProved: boolean } | undefined,
): MailMessage {
  const policy = channel.topics_policy === "inherit" ? realm.settings.topics_policy : channel.topics_policy;
  const subject = printable(mail.topic);
  const isOnlyEmpty = policy === "empty_topic_only";
  const named = normaliseTopic(shortened(subject, MAX_TOPIC_LENGTH));
  const topic = isOnlyEmpty ? "" : named === "" && policy === "disable_empty_topic" ? NO_SUBJECT : named;
  const [sender] = mail.from;
  const lines = [
    ...(shownSender && sender
      ? [`${md`**From:** ${plain(inWords(sender))}`.source}${shownSender.isProved ? "" : UNPROVED}`]
      : []),
    ...(isOnlyEmpty && subject !== "" ? [bold(subject).source] : []),
  ];
  return { topic, head: lines.map((line) => `${line}\n`).join("") };
}

const inWords = ({ name, address }: ReadMail["from"][number]): string =>
  name === "" || name === address ? address : `${name} <${address}>`;

const printable = (text: string): string =>
  [...text]
    .filter((character) => !UNPRINTABLE.test(character))
    .join("")
    .trim();

/** For the text between the head and the links to files. */
const roomFor = (head: string, links: string): number => MAX_MESSAGE_LENGTH - [...head].length - [...links].length - 4;

const linksTo = (files: readonly MailLink[]): string =>
  files.map(({ name, url }) => `[${plain(name, 40).source}](${url})`).join("\n");

/** A link to a file that has the whole text. */
const LONGEST_LINK = 500;

/** Whether the message can hold the whole text, or else a part of it and a link to all of it. */
export const isTooLong = ({ text }: ReadMail, head: string, files: readonly MailLink[]): boolean =>
  isLonger(text, roomFor(head, linksTo(files)) - LONGEST_LINK);

/** A person's email is their own Markdown. Anybody can write what a bot posts, so that mentions nobody. */
export function contentOf(
  { isPersonal, mailbox }: MailTarget,
  mail: ReadMail,
  head: string,
  files: readonly MailLink[],
): string {
  const links = linksTo(files);
  const room = Math.max(roomFor(head, links), 0);
  if (mail.text === "" && files.length === 0 && mailbox.kind === "reply")
    throw unreadable("The reply is empty. Write above the quoted text.");
  const body = isPersonal ? shortened(mail.text, room) : markdown(mail.text, room).source;
  const text = body === "" && files.length === 0 ? NO_TEXT : body;
  return [`${head}${text}`.trimEnd(), links].filter((part) => part !== "").join("\n\n");
}

export interface MailLink {
  readonly name: string;
  readonly url: string;
}
