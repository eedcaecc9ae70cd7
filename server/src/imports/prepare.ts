/**
 * Turns a record of a message into what is stored: its people, place and files are looked up, and its text is rendered with
 * its author's permissions, as if the author had typed it.
 */
import type { AttachmentId, UserId } from "../kernel/api/ids.ts";
import type { OpenContext } from "../kernel/context.ts";
import { fold } from "../kernel/db/names.ts";
import { renderFor } from "../messages/content.ts";
import { UnableToRender } from "../text/errors.ts";
import type { Rendered } from "../text/markdown/render.ts";
import { asWritten } from "../text/rendered.ts";
import type { ImportedChannels, LocalChannel } from "./channels.ts";
import { type FileSurroundings, type LocalFile, storeFile } from "./files.ts";
import type { GroupSizes } from "./group-sizes.ts";
import { MAX_EDITS_OF_MESSAGE, MAX_FILES_OF_MESSAGE, MAX_PEOPLE_IN_CONVERSATION, MAX_TEXT_LENGTH } from "./limits.ts";
import { linkLabel, linkTarget } from "./links.ts";
import { topicKey } from "./messages.ts";
import { topicFrom } from "./names.ts";
import type { ImportedPeople, LocalPerson } from "./people.ts";
import { listedPins, pinsLeftOut } from "./pins.ts";
import { type LocalReaction, localReactions } from "./reactions.ts";
import type { EditRecord, FileRecord, MessageRecord, PinRecord, SkippedRecord } from "./records.ts";
import { renderedAhead } from "./rendered-ahead.ts";
import { fileExample, skipped, skippedAll, timeExample } from "./skipped.ts";
import type { Origin } from "./store.ts";
import { contentsOf, partsOf, storable } from "./texts.ts";
import { type LocalWidgetEntry, localEntries } from "./widget-entries.ts";

export interface ChannelPlace {
  readonly channel: LocalChannel;
  readonly topic: string;
  /** Of the topic, however it is spelled (`topicKey`). */
  readonly key: string;
}

export type LocalPlace =
  | ChannelPlace
  /** Including the sender, ascending. */
  | { readonly people: readonly UserId[] };

export interface RenderedText {
  readonly content: string;
  readonly rendered: Rendered;
}

export interface PreparedEdit {
  readonly user_id: UserId;
  readonly edited_at: number;
  readonly before: RenderedText | undefined;
}

export interface PreparedMessage {
  readonly wantedId: number | undefined;
  /** By which records after it name it. */
  readonly key: string | undefined;
  readonly sender_id: UserId;
  readonly sent_at: number;
  readonly place: LocalPlace;
  /** More than one for a text that is too long for a message. */
  readonly parts: readonly RenderedText[];
  readonly files: ReadonlyMap<string, AttachmentId>;
  readonly reactions: readonly LocalReaction[];
  /** A poll or list, with what people have added to it. */
  readonly entries: readonly LocalWidgetEntry[];
  readonly starredBy: readonly UserId[];
  /** In a channel with protected history. */
  readonly receivedBy: readonly UserId[];
  readonly edits: readonly PreparedEdit[];
  /** What of it could not be taken. */
  readonly leftOut: readonly SkippedRecord[];
  /** The length of its texts, and the number of rows that it needs, for the size of a batch. */
  readonly characters: number;
  readonly rows: number;
}

export interface Surroundings {
  readonly ctx: OpenContext;
  readonly origin: Origin;
  readonly people: ImportedPeople;
  readonly channels: ImportedChannels;
  readonly ledger?: FileSurroundings["ledger"];
  readonly groupSizes?: GroupSizes;
  /** Resolves when the messages before are stored: what is looked up for a message depends on them, and on nothing after them. */
  readonly stored?: () => Promise<void>;
}

/** Nobody has sent anything before this (1990), and an archive cannot come from the future. */
const EARLIEST = 631_152_000;
const DAY = 86_400;

/** Of most messages; a batch has thousands of them. */
const NOBODY: readonly UserId[] = [];
const NO_EDITS: readonly EditRecord[] = [];
const NO_PREPARED_EDITS: readonly PreparedEdit[] = [];
const NOTHING_LEFT_OUT: readonly SkippedRecord[] = [];

/** What a record of a message refers to. */
export interface PlacedRecord {
  readonly sender: UserId;
  readonly sent_at: number;
  readonly place: LocalPlace;
  readonly edits: readonly EditRecord[];
  readonly starredBy: readonly UserId[];
  readonly receivedBy: readonly UserId[];
  /** What of it cannot be stored. */
  readonly leftOut: readonly SkippedRecord[];
}

interface Lookup<T> {
  get(id: string): T | undefined;
}

export interface Lookups {
  readonly people: Lookup<LocalPerson>;
  readonly channels: Lookup<LocalChannel>;
}

/** For the report: its id there, if it has one, or its time. */
export const exampleOf = ({ id, sentAt }: MessageRecord): string =>
  id === undefined ? timeExample(sentAt) : String(id);

/** Most messages: they refer to nobody but their sender. */
const NOTHING_MORE = { edits: NO_EDITS, starredBy: NOBODY, receivedBy: NOBODY, leftOut: NOTHING_LEFT_OUT };

const isPlain = ({ to, edits, starredBy, receivedBy, leftOut }: MessageRecord): boolean =>
  "channel" in to && !edits && !starredBy && !receivedBy && (leftOut ?? NOTHING_LEFT_OUT).length === 0;

/** Everything that can be checked without storing anything. */
export function placeRecord(
  { now }: OpenContext,
  { people, channels }: Lookups,
  record: MessageRecord,
): PlacedRecord | SkippedRecord {
  const skip = (reason: string) =>
    pinsLeftOut(record.pins ?? [], reason)[0] ?? skipped("messages", reason, exampleOf(record));
  const sender = people.get(record.sender)?.id;
  if (sender === undefined) return skip("the sender is not in the archive");
  const sent_at = Math.floor(record.sentAt);
  if (!(sent_at >= EARLIEST && sent_at <= now + DAY)) return skip("the time is not possible");
  if (record.text.length > MAX_TEXT_LENGTH) return skip("the text is too long");
  if (record.text.trim() === "" && (record.files ?? []).length === 0) return skip("there is no text");
  const place = placeOf(record, sender, { people, channels });
  if (typeof place === "string") return skip(place);
  if (isPlain(record)) return { sender, sent_at, place, ...NOTHING_MORE };
  const leftOut = [...(record.leftOut ?? [])];
  const known = (what: string, ids: readonly string[] = []): readonly UserId[] => {
    const found = ids.flatMap((id) => people.get(id)?.id ?? []);
    const count = ids.length - found.length;
    if (count > 0) leftOut.push(skipped(what, "the person is not in the archive", exampleOf(record), count));
    return [...new Set(found)];
  };
  if ("people" in record.to) known("people of a conversation", record.to.people);
  const starredBy = known("stars", record.starredBy);
  const receivedBy = known("people who have received a message", record.receivedBy);
  if (!record.edits) return { sender, sent_at, place, edits: NO_EDITS, starredBy, receivedBy, leftOut };
  const edits = record.edits.filter(({ editedAt }) => editedAt >= sent_at && editedAt <= now + DAY);
  const leaveEdits = (reason: string, count: number) => {
    if (count > 0) leftOut.push(skipped("edits", reason, exampleOf(record), count));
  };
  leaveEdits("the time is not possible", record.edits.length - edits.length);
  leaveEdits("the message has too many", edits.length - MAX_EDITS_OF_MESSAGE);
  return { sender, sent_at, place, edits: edits.slice(-MAX_EDITS_OF_MESSAGE), starredBy, receivedBy, leftOut };
}

/** At once, unless something has to be rendered or stored for it: most messages of an import come rendered. */
export function prepareMessage(
  around: Surroundings,
  record: MessageRecord,
): PreparedMessage | SkippedRecord | Promise<PreparedMessage | SkippedRecord> {
  const placed = placeRecord(around.ctx, around, record);
  if ("type" in placed) return placed;
  if (record.pins) return preparePins(around, record, placed, record.pins);
  const parts = textsAhead(record, placed);
  if (!parts) return prepareWithServer(around, record, placed);
  const edits =
    placed.edits.length === 0 ? NO_PREPARED_EDITS : placed.edits.map((edit) => preparedEdit(around, placed, edit));
  return prepared(around, record, placed, { parts, files: NO_FILES, edits, leftOut: placed.leftOut });
}

/** If all of them were rendered where the archive is read. With files, they are other texts. */
function textsAhead(record: MessageRecord, { edits }: PlacedRecord): RenderedText[] | undefined {
  const { rendered, files = [] } = record;
  if (!rendered || files.length > 0 || edits.some(({ before }) => before !== undefined)) return undefined;
  const parts: RenderedText[] = [];
  for (const content of contentsOf(storable(record.text), { keepsId: record.id !== undefined })) {
    const ready = rendered[parts.length];
    if (!ready) return undefined;
    parts.push({ content, rendered: renderedAhead(ready) });
  }
  return parts;
}

/** Pins without a channel are of nobody: sources have none in direct conversations. */
async function preparePins(
  around: Surroundings,
  record: MessageRecord,
  placed: PlacedRecord,
  pins: readonly PinRecord[],
): Promise<PreparedMessage | SkippedRecord> {
  const { ctx, origin, people, stored } = around;
  await stored?.();
  const channel = "channel" in placed.place ? placed.place.channel : undefined;
  const listed = channel && (await listedPins({ db: ctx.db, origin, people, channel }, pins));
  if (!listed || listed.text === "") return pinsLeftOut(pins)[0] ?? skipped("pins", "there are none", "");
  const leftOut = [...placed.leftOut, ...listed.leftOut];
  return prepareWithServer(around, { ...record, text: `${record.text}\n\n${listed.text}` }, { ...placed, leftOut });
}

async function prepareWithServer(
  around: Surroundings,
  record: MessageRecord,
  placed: PlacedRecord,
): Promise<PreparedMessage | SkippedRecord> {
  const { ctx, people, stored } = around;
  const { sender } = placed;
  const leftOut = [...placed.leftOut];
  const hasFiles = (record.files ?? []).length > 0;
  await stored?.();
  const { text, files, relinked } = hasFiles
    ? await withFiles(around, record, sender, leftOut)
    : { text: storable(record.text), files: NO_FILES, relinked: (before: string) => before };
  const render = async (content: string): Promise<RenderedText> => {
    const author = await people.author(sender);
    try {
      return { content, rendered: await renderFor({ ...ctx, user: author }, content, author) };
    } catch (error) {
      if (!(error instanceof UnableToRender)) throw error;
      leftOut.push(skipped("formatted texts", UNFORMATTED, exampleOf(record)));
      return { content, rendered: asWritten(content) };
    }
  };
  const parts: RenderedText[] = [];
  for (const [index, content] of contentsOf(text, { keepsId: record.id !== undefined }).entries()) {
    const ready = hasFiles ? undefined : record.rendered?.[index];
    parts.push(ready ? { content, rendered: renderedAhead(ready) } : await render(content));
  }
  const edits: PreparedEdit[] = [];
  for (const edit of placed.edits) {
    const [earlier, ...rest] = edit.before === undefined ? [] : partsOf(relinked(storable(edit.before)));
    if (rest.length > 0) leftOut.push(skipped("earlier texts", "they are too long, and cut", exampleOf(record)));
    edits.push(preparedEdit(around, placed, edit, earlier === undefined ? undefined : await render(earlier)));
  }
  const mentioned = parts.flatMap(({ rendered }) => rendered.mentions.groups);
  const members = mentioned.length === 0 ? 0 : await around.groupSizes?.of(mentioned);
  return prepared(around, record, placed, { parts, files, edits, leftOut }, members);
}

const UNFORMATTED = "the text cannot be rendered, and is shown as it is";

const preparedEdit = (
  { people }: Lookups,
  { sender }: PlacedRecord,
  { editedAt, editor }: EditRecord,
  before?: RenderedText,
): PreparedEdit => ({
  user_id: (editor === undefined ? undefined : people.get(editor)?.id) ?? sender,
  edited_at: Math.floor(editedAt),
  before,
});

const lengthOf = ({ content, rendered }: RenderedText): number => content.length + rendered.html.length;

function prepared(
  { ctx, people }: Surroundings,
  record: MessageRecord,
  { sender, sent_at, place, starredBy, receivedBy }: PlacedRecord,
  { parts, files, edits, leftOut: before }: Pick<PreparedMessage, "parts" | "files" | "edits" | "leftOut">,
  members = 0,
): PreparedMessage | SkippedRecord {
  if (parts.length === 0) return skipped("messages", "there is no text", exampleOf(record));
  const { reactions, leftOut: unknown } = localReactions(ctx.realm, people, record, () => exampleOf(record));
  const around = { app: ctx.app, people };
  const added = localEntries(around, record, { sender, content: parts[0]?.content ?? "" }, () => exampleOf(record));
  const { entries, leftOut: refused } = added;
  const leftOut = unknown.length + refused.length === 0 ? before : [...before, ...unknown, ...refused];
  let characters = 0;
  for (const part of parts) characters += lengthOf(part);
  for (const edit of edits) characters += edit.before ? lengthOf(edit.before) : 0;
  for (const entry of entries) characters += entry.content.length;
  const ofMessage = parts.length + edits.length + reactions.length + entries.length + leftOut.length;
  return {
    rows: ofMessage + members + starredBy.length + receivedBy.length + files.size,
    wantedId: record.id,
    key: record.key,
    sender_id: sender,
    sent_at,
    place,
    parts,
    files,
    reactions,
    entries,
    starredBy,
    receivedBy,
    edits,
    leftOut,
    characters,
  };
}

/** Most messages are in a topic that was seen before. */
const places = new WeakMap<LocalChannel, Map<string, ChannelPlace>>();
const MOST_PLACES = 100;

function placeIn(channel: LocalChannel, written: string): ChannelPlace {
  const known = places.get(channel) ?? new Map<string, ChannelPlace>();
  const seen = known.get(written);
  if (seen) return seen;
  if (known.size === 0) places.set(channel, known);
  if (known.size >= MOST_PLACES) known.clear();
  const topic = topicFrom(written);
  const place = { channel, topic, key: topicKey(channel.id, fold(topic)) };
  known.set(written, place);
  return place;
}

function placeOf({ to }: MessageRecord, sender: UserId, { people, channels }: Lookups): LocalPlace | string {
  if ("channel" in to) {
    const channel = channels.get(to.channel);
    return channel ? placeIn(channel, to.topic) : "the channel is not in the archive, or was left out";
  }
  const ids = new Set([sender, ...to.people.flatMap((id) => people.get(id)?.id ?? [])]);
  if (ids.size > MAX_PEOPLE_IN_CONVERSATION) return "the conversation has too many people";
  return { people: [...ids].sort((a, b) => a - b) };
}

const NO_FILES: ReadonlyMap<string, AttachmentId> = new Map();

/** The text with its files, as links to what is stored here, or to where they were. */
async function withFiles(
  { ctx, origin, people, ledger }: Omit<Surroundings, "channels">,
  { text: written, files: records = [] }: MessageRecord,
  sender: UserId,
  leftOut: SkippedRecord[],
): Promise<{ text: string; files: Map<string, AttachmentId>; relinked(text: string): string }> {
  const files = new Map<string, AttachmentId>();
  const addresses: (readonly [reference: string, address: string])[] = [];
  const added: string[] = [];
  for (const record of records.slice(0, MAX_FILES_OF_MESSAGE)) {
    const owner = (record.owner === undefined ? undefined : people.get(record.owner)?.id) ?? sender;
    const stored = await storeFile({ ctx, origin, ledger }, record, owner);
    if ("missing" in stored) leftOut.push(skipped("files", stored.missing, fileExample(record)));
    else files.set(stored.path_id, stored.id);
    const address = "missing" in stored ? webAddress(record.link) : uploadAddress(stored);
    if (record.reference !== undefined) {
      if (address !== undefined) addresses.push([record.reference, address]);
    } else added.push(linkTo(record, address));
  }
  const tooMany = records.slice(MAX_FILES_OF_MESSAGE).map(fileExample);
  leftOut.push(...skippedAll("files", "the message has too many files", tooMany));
  // Earlier texts of the message link to the same files.
  const relinked = (text: string) =>
    addresses.reduce((changed, [reference, address]) => changed.replaceAll(reference, address), text);
  return { text: [relinked(storable(written)), ...added].filter((part) => part !== "").join("\n\n"), files, relinked };
}

export const uploadAddress = ({ path_id }: Pick<LocalFile, "path_id">): string =>
  `/user_uploads/${path_id
    .split("/")
    .map((part) => encodeURIComponent(part))
    .join("/")}`;

const linkTo = ({ name }: FileRecord, address: string | undefined): string => {
  const label = linkLabel(name, 200) || "file";
  return address === undefined ? label : `[${label}](${address})`;
};

/** A link in a text must not end it. */
export function webAddress(link: string | undefined): string | undefined {
  if (link === undefined || !/^https?:\/\//i.test(link) || !URL.canParse(link) || link.length > 2000) return undefined;
  return linkTarget(new URL(link).href);
}
