/** Compares the messages that a person sees on both servers, and stores what differs. */
import { ImportedChannels } from "../imports/channels.ts";
import type { Fields } from "../imports/json.ts";
import { ImportedPeople } from "../imports/people.ts";
import { placeRecord, prepareMessage, type Surroundings } from "../imports/prepare.ts";
import type { FileRecord, SkippedRecord } from "../imports/records.ts";
import { skipped } from "../imports/skipped.ts";
import { change, type OpenContext } from "../kernel/context.ts";
import { getMessages } from "../messages/contract.ts";
import { updateMessageFlags } from "../messages/read-state/contract.ts";
import { editsHere, isContentEdit } from "./edits.ts";
import { UnusableAnswer } from "./errors.ts";
import { faultOfFile, KnownFiles, uploadsIn } from "./files.ts";
import type { Correspondence } from "./ids.ts";
import { MESSAGES_AT_ONCE } from "./limits.ts";
import type { LocalServer } from "./local.ts";
import { type MessageState, messagesIn } from "./message.ts";
import { ProtectedMessages } from "./protected.ts";
import type { RemoteServer } from "./remote.ts";
import { deleteFollowed, type FollowedMessage, storeFollowed } from "./store-messages.ts";
import { submessagesHere } from "./submessages.ts";
import {
  comparableHere,
  comparableOf,
  reactionsHere,
  recordOf,
  type Translation,
  textHere,
  UNKNOWN_CLIENT,
} from "./translate.ts";

/** Somebody whose key was given. */
export interface KeyHolder {
  readonly remote: RemoteServer;
  /** Their account here; 0 while they have none. */
  readonly as: number;
}

/** A part of what somebody reads that does not depend on when they subscribed. */
export type HistoryPart = "direct" | "public" | number;

export interface MessageCopyOptions {
  readonly server: LocalServer;
  readonly ids: Correspondence;
  readonly address: string;
  /** Everyone whose key was given: a message is gone when none of them can read it. */
  readonly viewers: readonly KeyHolder[];
  /** Channels whose messages are seen by those whose key has shown them. */
  readonly protectedChannels: ReadonlySet<number>;
  /** Messages that could not be stored are noted here. */
  readonly left: Set<number>;
  /** Those that were stored without one of their files, by who has read them. */
  readonly incomplete: Set<string>;
  leaveOut(record: SkippedRecord): void;
}

export interface PageOutcome {
  /** Behind this id the next page begins; undefined at the end. */
  readonly next: number | undefined;
  readonly count: number;
  readonly differing: readonly number[];
}

const narrowOf = (part: HistoryPart) => {
  if (part === "direct") return [{ operator: "is", operand: "dm" }];
  if (part === "public") return [{ operator: "channels", operand: "public" }];
  return [{ operator: "channel", operand: part }];
};

const SHARED = {
  num_before: 0,
  include_anchor: false,
  apply_markdown: false,
  client_gravatar: false,
  allow_empty_topic_name: true,
};
const BY_IDS = { apply_markdown: false, client_gravatar: false, allow_empty_topic_name: true };
const MARKS = ["read", "starred", "collapsed"] as const;

export class MessageCopy {
  readonly #options: MessageCopyOptions;
  readonly #around: Surroundings;
  readonly #translation: Omit<Translation, "openUpload">;
  readonly #protected: ProtectedMessages;

  private constructor(options: MessageCopyOptions, around: Surroundings) {
    this.#options = options;
    this.#around = around;
    this.#protected = new ProtectedMessages(options);
    const { people, channels } = around;
    this.#translation = {
      ids: options.ids,
      realm: around.ctx.realm,
      address: options.address,
      names: {
        person: (id) => people.get(id),
        channel: (id) => channels.get(id)?.name,
        channelId: (id) => channels.get(id)?.id,
      },
    };
  }

  /** With people, channels and emoji as they are now. */
  static async of(options: MessageCopyOptions): Promise<MessageCopy> {
    const { server, ids } = options;
    const ctx: OpenContext = await server.asOperator();
    const people = await ImportedPeople.of(ctx, ids.origin);
    const channels = await ImportedChannels.of(ctx, ids.origin, people);
    return new MessageCopy(options, { ctx, origin: ids.origin, people, channels });
  }

  #translationFor({ remote }: KeyHolder): Translation {
    return { ...this.#translation, openUpload: (path) => remote.openUpload(path) };
  }

  /** The next page behind an id, on both sides. */
  async page(viewer: KeyHolder, part: HistoryPart, after: number, { mends }: { mends: boolean }): Promise<PageOutcome> {
    const parameters = { ...SHARED, anchor: String(after), num_after: MESSAGES_AT_ONCE, narrow: narrowOf(part) };
    const answer = await viewer.remote.get("/messages", parameters);
    const messages = messagesIn(answer, after);
    const isLast = answer.found_newest === true;
    if (messages.length === 0 && !isLast) throw new UnusableAnswer("an empty page that is not the last");
    const upto = isLast ? Number.POSITIVE_INFINITY : (messages.at(-1) as MessageState).id;
    const here = await this.#here(viewer, part, after, upto);
    const differing = await this.#differing(viewer, messages, here);
    if (mends) await this.#mend(viewer, messages, differing);
    const excused = mends ? this.#options.left : await this.#excused(viewer, messages, differing, here);
    return {
      next: isLast ? undefined : upto,
      count: messages.length,
      differing: differing.filter((id) => !excused.has(id)),
    };
  }

  /** What differs because it cannot be stored: the same that storing it would find. */
  async #excused(
    viewer: KeyHolder,
    messages: readonly MessageState[],
    differing: readonly number[],
    here: ReadonlyMap<number, MessageState>,
  ): Promise<ReadonlySet<number>> {
    const translation = this.#translationFor(viewer);
    const wanted = new Set(differing);
    const excused = new Set<number>();
    for (const message of messages.filter(({ id }) => wanted.has(id))) {
      const record = recordOf(translation, message);
      const placed = placeRecord(this.#around.ctx, this.#around, record);
      const own = here.get(message.id);
      if ("type" in placed) this.#leave(message.id, placed);
      const isLeft = !own && this.#options.left.has(message.id);
      if (isLeft || (own && (await this.#lacksOnlyFiles(viewer, message, own, record.files ?? []))))
        excused.add(message.id);
    }
    return excused;
  }

  /** Whether the message is the same but for files, and the other server does not give any of those. */
  async #lacksOnlyFiles(
    viewer: KeyHolder,
    message: MessageState,
    own: MessageState,
    records: readonly FileRecord[],
  ): Promise<boolean> {
    const translation = this.#translationFor(viewer);
    const { server, ids } = this.#options;
    const files = await KnownFiles.among(
      server.app.database.reader,
      ids.origin,
      records.map(({ id }) => id),
    );
    if (haveOtherMarks(message, own) || comparableOf(translation, files, message) !== comparableHere(own)) return false;
    const lacking = new Set(files.lackingIn(textHere(translation, message.content)));
    for (const record of records.filter(({ id }) => lacking.has(id))) {
      const fault = await faultOfFile(server.app, record);
      if (fault === undefined) return false;
      this.#options.leaveOut(skipped("files", fault, String(message.id)));
    }
    return true;
  }

  #leave(id: number, record: SkippedRecord): void {
    this.#options.left.add(id);
    this.#options.leaveOut({ ...record, example: String(id) });
  }

  async #here({ as }: KeyHolder, part: HistoryPart, after: number, upto: number): Promise<Map<number, MessageState>> {
    const { server, ids } = this.#options;
    const own = typeof part === "number" ? ids.get("channel", part) : part;
    const found = new Map<number, MessageState>();
    if (own === undefined || as === 0) return found;
    for (let anchor = after; ; ) {
      const parameters = { ...SHARED, anchor: String(anchor), num_after: MESSAGES_AT_ONCE, narrow: narrowOf(own) };
      const answer = await server.call(as, getMessages, parameters as never);
      const messages = messagesIn(answer as Fields, anchor);
      for (const message of messages) if (message.id <= upto) found.set(message.id, message);
      anchor = messages.at(-1)?.id ?? upto;
      if (answer.found_newest || anchor >= upto) return found;
    }
  }

  async #hereById({ as }: KeyHolder, ids: readonly number[]): Promise<Map<number, MessageState>> {
    if (ids.length === 0 || as === 0) return new Map();
    const answer = await this.#options.server.call(as, getMessages, { ...BY_IDS, message_ids: [...ids] } as never);
    return new Map(messagesIn(answer as Fields).map((message) => [message.id, message]));
  }

  /** Which messages are not the same on both sides: for this person, with their marks. */
  async #differing(
    viewer: KeyHolder,
    there: readonly MessageState[],
    here: ReadonlyMap<number, MessageState>,
  ): Promise<number[]> {
    const translation = this.#translationFor(viewer);
    const uploads = there.flatMap(({ content }) => uploadsIn(textHere(translation, content)));
    const { server, ids } = this.#options;
    const files = await KnownFiles.among(server.app.database.reader, ids.origin, [...new Set(uploads)]);
    const wanted = new Set(there.map(({ id }) => id));
    const extra = [...here.keys()].filter((id) => !wanted.has(id));
    const changed = there.filter((message) => {
      const own = here.get(message.id);
      if (!own || haveOtherMarks(message, own)) return true;
      const isComplete = files.lackingIn(textHere(translation, message.content)).length === 0;
      // A file may have been refused only for now.
      if (!isComplete && !this.#options.incomplete.has(keyOf(viewer, message.id))) return true;
      return comparableOf(translation, files, message) !== comparableHere(own);
    });
    return [...changed.map(({ id }) => id), ...extra];
  }

  async #mend(viewer: KeyHolder, messages: readonly MessageState[], differing: readonly number[]): Promise<void> {
    if (differing.length === 0) return;
    const byId = new Map(messages.map((message) => [message.id, message]));
    await this.store(
      viewer,
      differing.flatMap((id) => byId.get(id) ?? []),
    );
    await this.refresh(differing.filter((id) => !byId.has(id)));
  }

  /** Stores messages as somebody has them, with their marks. */
  async store(viewer: KeyHolder, messages: readonly MessageState[]): Promise<void> {
    const prepared: FollowedMessage[] = [];
    for (const message of messages) {
      const found = await this.#prepared(viewer, message);
      if (found) prepared.push(found);
    }
    if (prepared.length > 0)
      await change(await this.#options.server.asOperator(), async (ctx) => {
        await this.#protected.show(ctx, viewer.as, messages);
        await storeFollowed(ctx, prepared);
      });
    const stored = new Set(prepared.map(({ id }) => id));
    await this.#mark(
      viewer,
      messages.filter(({ id }) => stored.has(id)),
    );
  }

  async #prepared(viewer: KeyHolder, message: MessageState): Promise<FollowedMessage | undefined> {
    const translation = this.#translationFor(viewer);
    const contentEdits = message.edits.filter(isContentEdit);
    const record = {
      ...recordOf(translation, message),
      edits: contentEdits.map(({ editedAt, editor, before }) => ({
        editedAt,
        editor: editor === undefined ? undefined : String(editor),
        before: before === undefined ? undefined : textHere(translation, before),
      })),
    };
    const prepared = await prepareMessage(this.#around, record);
    if ("type" in prepared) {
      this.#leave(message.id, prepared);
      return undefined;
    }
    this.#options.left.delete(message.id);
    const { incomplete } = this.#options;
    if (prepared.leftOut.some(({ what }) => what === "files")) incomplete.add(keyOf(viewer, message.id));
    else incomplete.delete(keyOf(viewer, message.id));
    // Not the text, which the operator may not be meant to read.
    for (const each of prepared.leftOut) this.#options.leaveOut({ ...each, example: String(message.id) });
    const submessages = submessagesHere(this.#options.ids, message);
    const unfit = message.submessages.length - submessages.length;
    if (unfit > 0)
      this.#options.leaveOut(
        skipped("parts of widgets", "the person is not known here, or they are too many", String(message.id), unfit),
      );
    const reactions = reactionsHere(translation, message);
    const lost = message.reactions.length - reactions.length;
    if (lost > 0)
      this.#options.leaveOut({
        type: "skipped",
        what: "reactions",
        reason: "the person or the emoji is not known here",
        example: String(message.id),
        count: lost,
      });
    const { editedAt, movedAt } = message;
    const edits = editsHere(this.#options.ids, message, prepared.edits, prepared.sender_id);
    return {
      id: message.id,
      prepared: { ...prepared, reactions },
      client: message.client || UNKNOWN_CLIENT,
      edits,
      submessages,
      editedAt,
      movedAt,
    };
  }

  /** Gives the person's messages here the marks that they have there. */
  async #mark(viewer: KeyHolder, messages: readonly MessageState[]): Promise<void> {
    const here = await this.#hereById(
      viewer,
      messages.map(({ id }) => id),
    );
    for (const flag of MARKS)
      for (const op of ["add", "remove"] as const) {
        const isWanted = op === "add";
        const changed = messages.filter(({ id, flags }) => {
          const own = here.get(id);
          return own && flags.has(flag) === isWanted && own.flags.has(flag) !== isWanted;
        });
        if (changed.length > 0)
          await this.#options.server.call(viewer.as, updateMessageFlags, {
            messages: changed.map(({ id }) => id),
            op,
            flag,
          } as never);
      }
  }

  /** Asks everyone for these messages again, and deletes those that nobody can read any more. */
  async refresh(ids: readonly number[]): Promise<void> {
    const all = [...new Set(ids)].sort((a, b) => a - b);
    for (let start = 0; start < all.length; start += MESSAGES_AT_ONCE) {
      const some = all.slice(start, start + MESSAGES_AT_ONCE);
      const found = new Set<number>();
      const seenBy = new Map<number, readonly MessageState[]>();
      for (const viewer of this.#options.viewers) {
        const messages = messagesIn(await viewer.remote.get("/messages", { ...BY_IDS, message_ids: some }));
        const asked = messages.filter(({ id }) => some.includes(id));
        for (const { id } of asked) found.add(id);
        const here = await this.#hereById(
          viewer,
          asked.map(({ id }) => id),
        );
        const differing = new Set(await this.#differing(viewer, asked, here));
        await this.store(
          viewer,
          asked.filter(({ id }) => differing.has(id)),
        );
        seenBy.set(viewer.as, asked);
      }
      if (this.#protected.isAnyIn([...seenBy.values()].flat()))
        await change(await this.#options.server.asOperator(), (ctx) => this.#protected.hide(ctx, seenBy));
      const gone = some.filter((id) => !found.has(id));
      if (gone.length > 0) await change(await this.#options.server.asOperator(), (ctx) => deleteFollowed(ctx, gone));
    }
  }
}

const keyOf = ({ as }: KeyHolder, id: number): string => `${as} ${id}`;

const haveOtherMarks = (a: MessageState, b: MessageState): boolean =>
  MARKS.some((mark) => a.flags.has(mark) !== b.flags.has(mark));
