/**
 * Unsent messages: one text for each conversation. The one in hand is shown; opening another conversation sets it down
 * and takes up that conversation's own. A text changes its recipients only through `readdress`, which is called by the
 * recipient row, so it cannot reach anyone else by navigating or by pressing a key.
 */
import { normalised } from "@parley/client";
import { isBlank, isNowhere, isToNobody, joined, NOWHERE, type Sheet, type Writing } from "./sheet.ts";
import { isSameTarget, type Target, targetKey } from "./target.ts";

/** What the desk asks about the rest of the application. */
interface DeskSources {
  /** The newest of the server's drafts for a conversation, except those in `held`. */
  draftFor(target: Target, held: ReadonlySet<number>): { readonly id: number; readonly content: string } | undefined;
  isTopicRequired(channelId: number): boolean;
}

type SheetListener = (sheet: Sheet) => void;
/** `isStored` resolves when the text is stored elsewhere: in the outbox, if it was sent. */
type GoneListener = (sheet: Sheet, isStored: Promise<unknown>) => void;

const STORED = Promise.resolve();

/** Begins the keys of messages that lack a recipient. */
const NEW = "new ";

export class Desk {
  #last = 0;
  #place = 0;
  #sources: DeskSources = { draftFor: () => undefined, isTopicRequired: () => false };
  #here: Target | undefined;
  #writing: Writing = this.#shown(this.#newSheet(NOWHERE, true), false);
  /** Sheets that were set down, by conversation. */
  readonly #others = new Map<string, Sheet>();
  /** Sheets that became part of another: files may still be on their way into them. */
  readonly #joinedInto = new Map<number, number>();
  readonly #listeners = new Set<() => void>();
  readonly #onWritten = new Set<SheetListener>();
  readonly #onGone = new Set<GoneListener>();
  /** Drafts that are being deleted, which the server may still have. */
  readonly #done = new Set<number>();
  #setDownTexts: readonly Sheet[] = [];

  get = (): Writing => this.#writing;

  /** The sheet in hand, and all others with text. */
  get sheets(): readonly Sheet[] {
    return [this.#writing, ...this.#others.values()];
  }

  /** Those with text that are not in hand. The same list until one of them changes. */
  get setDown(): readonly Sheet[] {
    const now = [...this.#others.values()].filter((each) => !isBlank(each));
    const isSame = now.length === this.#setDownTexts.length && now.every((each, n) => each === this.#setDownTexts[n]);
    if (!isSame) this.#setDownTexts = now;
    return this.#setDownTexts;
  }

  get isEmpty(): boolean {
    return isBlank(this.#writing);
  }

  /** The sheet, or the one that it has become part of. */
  sheet(id: number): Sheet | undefined {
    const into = this.#joinedInto.get(id);
    return into === undefined ? this.sheets.find((each) => each.id === id) : this.sheet(into);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `written` when a sheet's text or target changed, and `gone` when it was sent or became part of another. */
  watch(written: SheetListener, gone: GoneListener): () => void {
    this.#onWritten.add(written);
    this.#onGone.add(gone);
    return () => {
      this.#onWritten.delete(written);
      this.#onGone.delete(gone);
    };
  }

  ask(sources: DeskSources): void {
    this.#sources = sources;
  }

  /**
   * The reader opened a view: of a conversation or channel, or one without recipients of its own. There, a message that
   * was started stays in hand. Returns the sheet that was set down out of sight.
   */
  enter(here: Target | undefined): Sheet | undefined {
    const before = this.#here;
    this.#here = here;
    const left = this.#writing;
    if (!here && !before && left.isOpen) return undefined;
    if (here && this.#keyOf(left) === targetKey(here)) {
      this.#joinWaiting();
      this.#set({ isAway: false });
      return undefined;
    }
    this.#switchTo(this.#home(), false);
    return left.isAway && !isBlank(left) ? left : undefined;
  }

  /** A conversation was moved or renamed: its text stays with it. */
  moved(from: Target, to: Target): void {
    if (this.#here && isSameTarget(this.#here, from)) this.#here = to;
    const known = this.#others.get(targetKey(from));
    if (known) {
      this.discard(known.id);
      this.#announce(this.#setDown({ ...known, target: to, isSaved: false }));
    }
    if (isSameTarget(this.#writing.target, from)) this.#change(this.#writing.id, { target: to, isSaved: false });
    this.#set({});
  }

  /** Takes up the text of a conversation, or begins one without; adds to it, and puts the caret there. */
  begin(target: Target, { text = "", isNew = false }: { text?: string; isNew?: boolean } = {}): void {
    const key = this.#keyOf({ target, isNew });
    const isWaiting = this.isEmpty && this.#others.has(key) && key.startsWith(NEW);
    if (this.#keyOf(this.#writing) !== key || isWaiting) this.#switchTo(this.#take({ target, isNew }), true);
    else if (!isNew) this.#joinWaiting();
    const { id, text: known } = this.#writing;
    if (text !== "") this.#change(id, { text: joined(known, text), isSaved: false });
    this.#set({ isOpen: true, focus: this.#lacksRecipient(this.#writing) ? "recipient" : "text" });
  }

  /** Opens a draft, in the list of drafts or where its conversation is about to be shown. */
  restore(target: Target, text: string, draftId: number | undefined): void {
    // It may have been saved so recently that its id is not known here.
    const isBeingSaved = (each: Sheet) =>
      each.draftId === undefined && normalised(each.text) === text && isSameTarget(each.target, target);
    const known =
      draftId === undefined
        ? undefined
        : (this.sheets.find((each) => each.draftId === draftId) ?? this.sheets.find(isBeingSaved));
    if (known) {
      this.#takeUp(known, isNowhere(target));
      return;
    }
    const isTaken = draftId !== undefined;
    const restored = { ...this.#newSheet(target, isNowhere(target)), text, draftId, isSaved: isTaken, isTaken };
    // Another draft of the same conversation stays one, where the server has it.
    const other = this.#others.get(this.#keyOf(restored));
    if (other?.isSaved && other.uploading === 0) this.discard(other.id);
    this.#switchTo(restored, true);
    if (!isTaken) this.#announce(restored);
    this.#set({ isOpen: true, focus: "text" });
  }

  /** Opens a text that was set down, in the list of drafts or where its conversation is about to be shown. */
  open(id: number): void {
    const sheet = this.sheet(id);
    // One to nobody yet is not a note to yourself.
    if (sheet) this.#takeUp(sheet, isNowhere(sheet.target) || (sheet.isNew && isToNobody(sheet.target)));
  }

  /** The reader changed the recipients: the text goes to these. */
  readdress(target: Target): void {
    this.#change(this.#writing.id, { target, isNew: true, isSaved: false });
    this.#set({ isAway: this.#isAway(this.#writing) });
  }

  write(text: string): void {
    this.writeTo(this.#writing.id, text);
  }

  /** Writes into a sheet that may have been set down since. */
  writeTo(id: number, text: string): void {
    this.#change(id, { text, isSaved: false });
  }

  /** Notes something about a sheet that does not change its words. */
  note(id: number, part: Partial<Pick<Sheet, "draftId" | "isSaved" | "isWaiting">>): void {
    this.#change(id, part);
  }

  /** Files are on their way into a sheet, or have arrived or failed. */
  uploads(id: number, by: number): void {
    this.#change(id, { uploading: (this.sheet(id)?.uploading ?? 0) + by });
  }

  focus(on: Writing["focus"]): void {
    this.#set({ focus: on });
  }

  /** A message was sent or scheduled: its sheet is finished. Its draft goes as soon as `isStored` resolves. */
  finish(id: number, isStored: Promise<unknown> = STORED): void {
    const sheet = this.sheet(id);
    if (!sheet) return;
    this.#remove(sheet, isStored);
    this.#set({});
  }

  /** This text was scheduled; what was written since, while the server was asked, stays. */
  finishText(id: number, text: string): void {
    const sheet = this.sheet(id);
    if (sheet?.text === text) this.finish(id);
    else if (sheet?.text.startsWith(text)) this.writeTo(id, sheet.text.slice(text.length).trimStart());
  }

  /** Closes the composer. Returns the sheet that was set down out of sight. */
  close(): Sheet | undefined {
    const left = this.#writing;
    if (!left.isAway) {
      this.#set({ isOpen: false });
      return undefined;
    }
    this.#switchTo(this.#home(), false);
    return isBlank(left) ? undefined : left;
  }

  /** Takes in a text from an earlier visit or a closed window, unless it is here already. */
  adopt(target: Target, text: string, draftId: number | undefined): void {
    const isKnown = this.sheets.some(
      (each) => normalised(each.text) === normalised(text) && isSameTarget(each.target, target),
    );
    // A blank one was about to be deleted.
    if (isKnown || isBlank({ text })) return;
    const holder = this.sheets.find((each) => draftId !== undefined && each.draftId === draftId);
    // What was written here meanwhile, or is about to arrive, keeps the draft, and this becomes another.
    const isWritten = holder !== undefined && !(holder.isTaken && holder.isSaved && holder.uploading === 0);
    // The server's copy was taken up already; it may have been for other recipients.
    if (holder && !isWritten && isSameTarget(holder.target, target)) {
      this.#change(holder.id, { text, isSaved: false });
      return;
    }
    if (holder && !isWritten) this.letGo(holder.id);
    const isNew = isNowhere(target);
    const sheet = { ...this.#newSheet(target, isNew), text, draftId: isWritten ? undefined : draftId };
    const isFree = isBlank(this.#writing) && this.#writing.uploading === 0;
    if (isFree && this.#keyOf(this.#writing) === this.#keyOf(sheet) && !isNew)
      this.#writing = { ...this.#writing, ...sheet };
    else this.#setDown(sheet);
    this.#announce(this.sheet(sheet.id) as Sheet);
    this.#set({});
  }

  /** The server's drafts are known, or known again: the conversation in view may have one. */
  lookAgain(): void {
    if (this.isEmpty && !this.#writing.isAway && this.#writing.uploading === 0) this.#goHome();
    this.#set({});
  }

  /** This draft is being deleted: it is not taken up again. */
  forgetDraft(draftId: number): void {
    this.#done.add(draftId);
  }

  isForgotten(draftId: number): boolean {
    return this.#done.has(draftId);
  }

  /** Another device changed the server's copy. */
  takeOver(id: number, text: string): void {
    this.#change(id, { text, isSaved: true }, { isSilent: true });
  }

  /** The server's draft is gone, or is for other recipients now, and so is the text that was taken from it. */
  letGo(id: number): void {
    if (id === this.#writing.id) this.#goHome();
    else this.discard(id);
    this.#set({});
  }

  /** Another device deleted the draft of a sheet that is not shown. */
  discard(id: number): void {
    for (const [key, sheet] of this.#others) if (sheet.id === id) this.#others.delete(key);
  }

  #newSheet(target: Target, isNew: boolean): Sheet {
    this.#last += 1;
    const unsaved = { draftId: undefined, isSaved: false, isTaken: false, uploading: 0, isWaiting: false };
    return { id: this.#last, target, text: "", isNew, ...unsaved };
  }

  #shown(sheet: Sheet, isOpen: boolean): Writing {
    this.#place += 1;
    return { ...sheet, place: this.#place, isOpen, isAway: this.#isAway(sheet), focus: undefined };
  }

  #isAway(sheet: Sheet): boolean {
    return this.#here === undefined || this.#keyOf(sheet) !== targetKey(this.#here);
  }

  #lacksRecipient({ target, isNew }: Pick<Sheet, "target" | "isNew">): boolean {
    if (target.to === "direct") return isNew && isToNobody(target);
    if (target.channelId === undefined) return true;
    return isNew && target.topic === "" && this.#sources.isTopicRequired(target.channelId);
  }

  /** The conversation a sheet belongs to; messages without recipients are kept until these are chosen. */
  #keyOf(sheet: Pick<Sheet, "target" | "isNew">): string {
    return this.#lacksRecipient(sheet) ? NEW + targetKey(sheet.target) : targetKey(sheet.target);
  }

  /** The sheet of the view. */
  #home(): Sheet {
    return this.#here ? this.#take({ target: this.#here, isNew: false }) : this.#newSheet(NOWHERE, true);
  }

  /** The text of a conversation: set down earlier, or the server's draft, or none. */
  #take({ target, isNew }: Pick<Sheet, "target" | "isNew">): Sheet {
    const begun = this.#newSheet(target, isNew);
    const key = this.#keyOf(begun);
    const known = this.#others.get(key);
    // A new message begins empty, unless an unfinished one is waiting.
    if (known && (!isNew || this.#lacksRecipient(begun))) {
      this.#others.delete(key);
      return known;
    }
    if (isNew) return begun;
    const held = new Set([...this.#done, ...this.sheets.flatMap(({ draftId }) => draftId ?? [])]);
    const draft = this.#sources.draftFor(target, held);
    return draft ? { ...begun, text: draft.content, draftId: draft.id, isSaved: true, isTaken: true } : begun;
  }

  /** Unless it is new, its conversation has this text from now on, although its topic was still to be chosen. */
  #takeUp(sheet: Sheet, isNew: boolean): void {
    if (sheet.id !== this.#writing.id) {
      this.discard(sheet.id);
      this.#switchTo({ ...sheet, isNew }, true);
    }
    this.#set({ isOpen: true, focus: "text" });
  }

  #switchTo(next: Sheet, isOpen: boolean): void {
    const { place: _, isOpen: __, isAway: ___, focus: ____, ...left } = this.#writing;
    this.#setDown(left);
    this.#writing = this.#shown(next, isOpen);
    this.#set({});
  }

  /** Two texts for one conversation become one. Returns it. */
  #setDown(sheet: Sheet): Sheet {
    if (isBlank(sheet) && sheet.uploading === 0) return sheet;
    const key = this.#keyOf(sheet);
    const known = this.#others.get(key);
    const whole = known ? this.#join(known, sheet) : sheet;
    this.#others.set(key, whole);
    if (known) this.#announce(whole);
    return whole;
  }

  /** The sheet in hand came to a conversation that has another text. */
  #joinWaiting(): void {
    const known = this.#others.get(this.#keyOf(this.#writing));
    if (!known) return;
    this.discard(known.id);
    const { uploading, isSaved, isTaken } = this.#join(this.#writing, known);
    const text = joined(known.text, this.#writing.text);
    this.#writing = { ...this.#writing, text, uploading, isSaved, isTaken };
    this.#announce(this.#writing);
  }

  #join(stays: Sheet, goes: Sheet): Sheet {
    this.#joinedInto.set(goes.id, stays.id);
    if (goes.draftId !== undefined) this.forgetDraft(goes.draftId);
    for (const gone of this.#onGone) gone(goes, STORED);
    const uploading = stays.uploading + goes.uploading;
    return { ...stays, text: joined(stays.text, goes.text), uploading, isSaved: false, isTaken: false };
  }

  #remove(sheet: Sheet, isStored: Promise<unknown>): void {
    if (sheet.draftId !== undefined) this.forgetDraft(sheet.draftId);
    for (const gone of this.#onGone) gone(sheet, isStored);
    if (sheet.id === this.#writing.id) this.#goHome();
    else this.discard(sheet.id);
  }

  /** In its own conversation the field stays: the reader goes on writing in it. */
  #goHome(): void {
    const { isAway, place } = this.#writing;
    const home = this.#shown(this.#home(), false);
    this.#writing = isAway ? home : { ...home, place };
  }

  #change(id: number, part: Partial<Sheet>, { isSilent = false } = {}): void {
    const sheet = this.sheet(id);
    if (!sheet) return;
    const isWritten = (part.text !== undefined || part.target !== undefined) && !isSilent;
    const whole = isWritten ? { ...part, isTaken: false } : part;
    const changed = { ...sheet, ...whole };
    if (sheet.id === this.#writing.id) this.#writing = { ...this.#writing, ...whole };
    else for (const [key, each] of this.#others) if (each.id === sheet.id) this.#others.set(key, changed);
    if (isWritten) this.#announce(changed);
    this.#set({});
  }

  #announce(sheet: Sheet): void {
    for (const written of this.#onWritten) written(sheet);
  }

  #set(part: Partial<Pick<Writing, "isOpen" | "isAway" | "focus">>): void {
    this.#writing = { ...this.#writing, ...part };
    for (const listener of this.#listeners) listener();
  }
}

export const desk = new Desk();
