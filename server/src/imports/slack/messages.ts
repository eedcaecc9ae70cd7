/** A message of a Slack export as a record. */
import { type Fields, fieldsOf, numberOrNothing, objectsIn, textIn, textOrNothing, textsIn } from "../json.ts";
import type { EditRecord, FileRecord, MessageRecord, ReactionRecord, SkippedRecord } from "../records.ts";
import { skipped } from "../skipped.ts";
import { MAIN_TOPIC, type Threads } from "../threads.ts";
import type { SlackConversation } from "./archive.ts";
import { markdownFrom, plainFrom, type SlackNames } from "./mrkdwn.ts";

/** Subtypes that people or apps have written; all others are notices of the program, such as about who has joined. */
const WRITTEN = new Set([
  "",
  "bot_message",
  "me_message",
  "file_share",
  "file_comment",
  "thread_broadcast",
  "reply_broadcast",
  "slackbot_response",
  "bot_reply",
  "huddle_thread",
]);

const NOTICES = new Set([
  ...["channel_join", "channel_leave", "group_join", "group_leave"],
  ...["channel_topic", "channel_purpose", "channel_name", "channel_archive", "channel_unarchive"],
  ...["group_topic", "group_purpose", "group_name", "group_archive", "group_unarchive"],
  ...["channel_convert_to_private", "channel_posting_permissions", "channel_canvas_updated"],
  ...["pinned_item", "unpinned_item", "reminder_add", "bot_add", "bot_remove", "bot_enable", "bot_disable"],
  ...[
    "tombstone",
    "ekm_access_denied",
    "sh_room_created",
    "sh_room_shared",
    "app_conversation_join",
    "joiner_notification",
  ],
]);

export interface SlackSurroundings {
  readonly names: SlackNames;
  readonly threads: Threads;
  readonly file: (fields: Fields) => FileRecord;
}

export function recordFrom(
  message: Fields,
  sender: string,
  conversation: SlackConversation,
  { names, threads, file }: SlackSurroundings,
): MessageRecord | SkippedRecord {
  const ts = textIn(message.ts);
  const subtype = textIn(message.subtype);
  const example = `${conversation.id} ${ts}`;
  if (!WRITTEN.has(subtype))
    return NOTICES.has(subtype)
      ? skipped("notices", subtype, example)
      : skipped("messages", "the kind of message is not known", `${subtype} ${example}`);
  const { text, leftOut } = textOf(message, names, example);
  return {
    type: "message",
    sender,
    sentAt: Number.parseFloat(ts),
    to: destination(message, conversation, { names, threads }),
    text: subtype === "me_message" && text !== "" ? `/me ${text}` : text,
    edits: editsOf(message),
    reactions: message.reactions === undefined ? undefined : reactionsOf(message),
    files: message.files === undefined ? undefined : objectsIn(message.files).map(file),
    leftOut,
  };
}

/** Only the time of the last one is known. */
function editsOf({ edited }: Fields): EditRecord[] | undefined {
  if (edited === undefined) return undefined;
  const { ts, user } = fieldsOf(edited);
  const editedAt = Number.parseFloat(textIn(ts));
  return Number.isFinite(editedAt) ? [{ editedAt, editor: textOrNothing(user) }] : undefined;
}

function destination(
  message: Fields,
  conversation: SlackConversation,
  { names, threads }: Pick<SlackSurroundings, "names" | "threads">,
): MessageRecord["to"] {
  const { id, kind, members } = conversation;
  if (kind === "direct" || kind === "group") return { people: members };
  const thread = textIn(message.thread_ts);
  const isThread = thread !== "" && (thread !== message.ts || hasReplies(message));
  if (!isThread) return { channel: id, topic: MAIN_TOPIC };
  const [attached] = objectsIn(message.files);
  const begin = () => plainFrom(textIn(message.text), names.there) || textIn(attached?.title) || textIn(attached?.name);
  return { channel: id, topic: threads.topic(id, thread, Number.parseFloat(thread), begin) };
}

const hasReplies = ({ reply_count, replies }: Fields): boolean =>
  (numberOrNothing(reply_count) ?? 0) > 0 || objectsIn(replies).length > 0;

const NOTHING: readonly SkippedRecord[] = [];

interface FoundText {
  readonly text: string;
  readonly leftOut: readonly SkippedRecord[];
}

/** Apps often send their text in blocks or attachments. */
function textOf(message: Fields, names: SlackNames, example: string): FoundText {
  const own = markdownFrom(textIn(message.text), names);
  if (own !== "" && message.attachments === undefined) return { text: own, leftOut: NOTHING };
  const attachments = objectsIn(message.attachments);
  const previews = attachments.filter(isPreview).length;
  const others = attachments.filter((each) => !isPreview(each));
  const quotes = others.slice(0, MAX_ATTACHMENTS).flatMap((each) => attachmentText(each, names));
  const blocks = own === "" && quotes.length === 0 ? blockTexts(message.blocks, names) : { texts: [], tooMany: 0 };
  const leave = (what: string, reason: string, count: number) =>
    count > 0 ? [skipped(what, reason, example, count)] : [];
  return {
    text: [own, ...quotes, ...blocks.texts].filter((part) => part !== "").join("\n\n"),
    leftOut: [
      ...leave("previews of links", "they are made here again", previews),
      ...leave("attachments of apps", "the message has too many", others.length - MAX_ATTACHMENTS),
      ...leave("blocks of apps", "the message has too many", blocks.tooMany),
    ],
  };
}

const MAX_ATTACHMENTS = 100;

/** What an app or a shared message says is quoted. */
function isPreview(attachment: Fields): boolean {
  const isShared = attachment.is_share === true || attachment.is_msg_unfurl === true;
  return !isShared && (textIn(attachment.from_url) !== "" || textIn(attachment.original_url) !== "");
}

function attachmentText(attachment: Fields, names: SlackNames): string[] {
  const markdown = (value: unknown) => markdownFrom(textIn(value), names);
  const title = markdown(attachment.title);
  const link = textIn(attachment.title_link);
  const lines = [
    markdown(attachment.pretext),
    title !== "" && /^https?:\/\/[^\s()<>]+$/.test(link) ? `[${title.replace(/[[\]]/g, " ")}](${link})` : title,
    markdown(attachment.text),
    ...objectsIn(attachment.fields).map((field) =>
      [textIn(field.title), markdown(field.value)].filter((part) => part !== "").join(": "),
    ),
  ].filter((line) => line !== "");
  const text = lines.length > 0 ? lines.join("\n") : markdown(attachment.fallback);
  return text === "" ? [] : [text.replace(/^/gm, "> ")];
}

const MAX_BLOCKS = 1000;

/** The texts of sections, headers and contexts. */
function blockTexts(blocks: unknown, names: SlackNames): { texts: string[]; tooMany: number } {
  const parts = objectsIn(blocks).flatMap((block) => [
    block.text,
    ...objectsIn(block.fields),
    ...objectsIn(block.elements),
  ]);
  const texts = parts.slice(0, MAX_BLOCKS).map((part) => {
    const { text } = fieldsOf(part);
    return markdownFrom(typeof text === "string" ? text : textIn(fieldsOf(text).text), names);
  });
  return { texts, tooMany: parts.length - MAX_BLOCKS };
}

/** Without the tone of the skin; statuses have colons around it. */
export const emojiNameIn = (written: unknown): string => textIn(written).replace(/^:|:$/g, "").split("::", 1).join("");

function reactionsOf(message: Fields): ReactionRecord[] {
  return objectsIn(message.reactions).flatMap(({ name, users }) => {
    const emoji = emojiNameIn(name);
    return textsIn(users).map((person) => ({ person, emoji }));
  });
}
