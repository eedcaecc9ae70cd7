/** A message of the other server in terms of this one: as it is stored here, and as it is compared. */
import type { Readable } from "node:stream";
import { MAX_REACTIONS_TO_MESSAGE } from "../imports/limits.ts";
import type { Missing } from "../imports/local-file.ts";
import { topicFrom } from "../imports/names.ts";
import type { FileRecord, LocalNames, MessageRecord } from "../imports/records.ts";
import { withLocalIds } from "../imports/zulip/markdown.ts";
import { ApiError } from "../kernel/api/index.ts";
import type { Realm } from "../kernel/context.ts";
import { type EmojiReference, emojiMeant } from "../text/emoji/reference.ts";
import { type KnownFiles, linkedFile, uploadsIn } from "./files.ts";
import type { Correspondence } from "./ids.ts";
import type { MessageState, ReactionState } from "./message.ts";
import { comparableSubmessages, localSubmessages, submessagesHere } from "./submessages.ts";

export interface Translation {
  readonly ids: Correspondence;
  readonly names: LocalNames;
  readonly realm: Realm;
  /** Where the messages come from, without a slash at the end. */
  readonly address: string;
  openUpload(path: string): Promise<Readable | Missing>;
}

export function textHere({ names, address }: Pick<Translation, "names" | "address">, text: string): string {
  return withLocalIds(text, names)
    .replaceAll(`${address}/user_uploads/`, "/user_uploads/")
    .toWellFormed()
    .replaceAll("\0", "");
}

export function recordOf(translation: Translation, message: MessageState): MessageRecord {
  const { id, sender, sentAt, to, content } = message;
  const text = textHere(translation, content);
  const files = uploadsIn(text).map(
    (path): FileRecord => ({
      ...linkedFile(path, () => translation.openUpload(path)),
      owner: String(sender),
    }),
  );
  return {
    type: "message",
    id,
    sender: String(sender),
    sentAt,
    to: "channel" in to ? { channel: String(to.channel), topic: to.topic } : { people: to.people.map(String) },
    text,
    files,
  };
}

/** The reaction here; undefined if nobody here could have it. */
export function reactionHere(
  { ids, realm }: Translation,
  { person, name, code, type }: ReactionState,
): (EmojiReference & { readonly user_id: number }) | undefined {
  const user_id = ids.get("person", person);
  if (user_id === undefined) return undefined;
  const isCustom = type === "realm_emoji";
  const custom = isCustom ? realm.customEmoji.withCode(String(ids.get("emoji", Number(code)) ?? "")) : undefined;
  if (isCustom)
    return custom && { user_id, emoji_name: custom.name, emoji_code: String(custom.id), reaction_type: "realm_emoji" };
  try {
    const meant = emojiMeant(realm, { emoji_name: name, emoji_code: code, reaction_type: type });
    return /^[!-~]{1,100}$/.test(meant.emoji_code) && /^[\w+-]{1,100}$/.test(meant.emoji_name)
      ? { user_id, ...meant }
      : undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

export const reactionsHere = (translation: Translation, { reactions }: MessageState) => {
  const found = reactions.slice(0, MAX_REACTIONS_TO_MESSAGE).flatMap((each) => reactionHere(translation, each) ?? []);
  return [...new Map(found.map((each) => [keyOfReaction(each), each])).values()];
};

const keyOfReaction = ({ user_id, reaction_type, emoji_code }: EmojiReference & { user_id: number }) =>
  `${user_id} ${reaction_type} ${emoji_code}`;

/** For messages that do not say where they were sent from. */
export const UNKNOWN_CLIENT = "API";

/** Everything that is compared of a message, in one spelling. */
export function comparableOf(translation: Translation, files: KnownFiles, message: MessageState): string {
  const { ids } = translation;
  const { id, sender, sentAt, client, to, editedAt, movedAt } = message;
  return JSON.stringify([
    id,
    ids.get("person", sender),
    sentAt,
    client || UNKNOWN_CLIENT,
    "channel" in to
      ? [ids.get("channel", to.channel), topicFrom(to.topic)]
      : [...new Set(ids.all("person", [...to.people, sender]))].sort((a, b) => a - b),
    files.inText(textHere(translation, message.content)).trimEnd(),
    reactionsHere(translation, message).map(keyOfReaction).sort(),
    comparableSubmessages(submessagesHere(ids, message)),
    editedAt ?? null,
    movedAt ?? null,
  ]);
}

/** For a message of this server, with which the other is compared. */
export function comparableHere(message: MessageState): string {
  const { id, sender, sentAt, client, to, content, reactions, submessages, editedAt, movedAt } = message;
  return JSON.stringify([
    id,
    sender,
    sentAt,
    client,
    "channel" in to ? [to.channel, to.topic] : [...new Set([...to.people, sender])].sort((a, b) => a - b),
    content.trimEnd(),
    reactions.map(({ person, type, code }) => `${person} ${type} ${code}`).sort(),
    comparableSubmessages(localSubmessages(submessages)),
    editedAt ?? null,
    movedAt ?? null,
  ]);
}
