/** Messages of the other server, read from its answers. */
import { type Fields, isFields, numberOrNothing, objectsIn, textIn, textOrNothing } from "../imports/json.ts";
import { topicFrom } from "../imports/names.ts";
import { UNPRINTABLE } from "../kernel/names/printable.ts";
import { UnusableAnswer } from "./errors.ts";
import { MESSAGES_AT_ONCE } from "./limits.ts";
import { idIn, momentIn } from "./remote-values.ts";

export interface ReactionState {
  readonly person: number;
  readonly name: string;
  readonly code: string;
  readonly type: string;
}

export interface EditState {
  readonly editedAt: number;
  readonly editor: number | undefined;
  readonly before: string | undefined;
  readonly topic: string | undefined;
  readonly topicBefore: string | undefined;
  readonly channel: number | undefined;
  readonly channelBefore: number | undefined;
}

export interface SubmessageState {
  readonly sender: number;
  readonly type: string;
  readonly content: string;
}

export interface MessageState {
  readonly id: number;
  readonly sender: number;
  readonly sentAt: number;
  readonly client: string;
  /** A channel and its topic, or the people of a direct conversation. */
  readonly to: { readonly channel: number; readonly topic: string } | { readonly people: readonly number[] };
  /** Markdown. */
  readonly content: string;
  readonly reactions: readonly ReactionState[];
  /** Oldest first. */
  readonly edits: readonly EditState[];
  readonly editedAt: number | undefined;
  readonly movedAt: number | undefined;
  /** Votes, tasks and other parts of widgets, in their order. */
  readonly submessages: readonly SubmessageState[];
  /** Of the person who has asked. */
  readonly flags: ReadonlySet<string>;
}

/** No request asks for more, including the message that it begins with. */
const MOST_MESSAGES = MESSAGES_AT_ONCE + 1;
const LONGEST_CONTENT = 400_000;
const MOST_PARTS = 10_000;
const LONGEST_CLIENT = 100;

const UNPRINTABLE_ALL = new RegExp(UNPRINTABLE.source, "gu");
const plainIn = (value: unknown): string => textIn(value).toWellFormed().replace(UNPRINTABLE_ALL, "");

/** Messages in the order of their ids, each once, behind `after`. */
export function messagesIn(answer: Fields, after = 0): MessageState[] {
  if (!Array.isArray(answer.messages)) throw new UnusableAnswer("messages that are no list");
  if (answer.messages.length > MOST_MESSAGES) throw new UnusableAnswer("more messages than were asked for");
  let last = after;
  return objectsIn(answer.messages).map((fields) => {
    const message = messageIn(fields);
    if (message.id <= last) throw new UnusableAnswer("messages whose ids go back");
    last = message.id;
    return message;
  });
}

function messageIn(fields: Fields): MessageState {
  const content = fields.content;
  if (typeof content !== "string" || content.length > LONGEST_CONTENT)
    throw new UnusableAnswer("a message without a usable text");
  const isChannel = fields.type === "stream" || fields.type === "channel";
  const people = objectsIn(fields.display_recipient);
  if (people.length > MOST_PARTS) throw new UnusableAnswer("a conversation with too many people");
  const edits = objectsIn(fields.edit_history);
  const reactions = objectsIn(fields.reactions);
  const submessages = objectsIn(fields.submessages);
  return {
    id: idIn(fields.id, "a message"),
    sender: idIn(fields.sender_id, "a sender"),
    sentAt: momentIn(fields.timestamp) ?? Number.NaN,
    client: plainIn(fields.client).slice(0, LONGEST_CLIENT),
    to: isChannel
      ? { channel: idIn(fields.stream_id, "a channel"), topic: textIn(fields.subject) }
      : { people: people.map(({ id }) => idIn(id, "a person")) },
    content,
    reactions: reactions.slice(0, MOST_PARTS).map(reactionIn),
    edits: edits.slice(0, MOST_PARTS).map(editIn).reverse(),
    editedAt: momentIn(fields.last_edit_timestamp),
    movedAt: momentIn(fields.last_moved_timestamp),
    submessages: submessages.slice(0, MOST_PARTS).map(submessageIn),
    flags: new Set(Array.isArray(fields.flags) ? fields.flags.filter((flag) => typeof flag === "string") : []),
  };
}

function reactionIn(fields: Fields): ReactionState {
  // Older servers have only the person's object.
  const person = fields.user_id ?? (isFields(fields.user) ? fields.user.id : undefined);
  return {
    person: idIn(person, "a person"),
    name: textIn(fields.emoji_name),
    code: textIn(fields.emoji_code),
    type: textIn(fields.reaction_type),
  };
}

const submessageIn = (fields: Fields): SubmessageState => ({
  sender: idIn(fields.sender_id, "a sender"),
  type: textIn(fields.msg_type),
  content: textIn(fields.content).toWellFormed().replaceAll("\0", ""),
});

const editIn = (fields: Fields): EditState => ({
  editedAt: momentIn(fields.timestamp) ?? Number.NaN,
  editor: numberOrNothing(fields.user_id),
  before: textOrNothing(fields.prev_content),
  topic: typeof fields.topic === "string" ? topicFrom(fields.topic) : undefined,
  topicBefore: typeof fields.prev_topic === "string" ? topicFrom(fields.prev_topic) : undefined,
  channel: numberOrNothing(fields.stream),
  channelBefore: numberOrNothing(fields.prev_stream),
});
