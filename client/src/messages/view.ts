/**
 * One narrow's messages: which are known, which of those are shown, and how to fetch the rest. A view holds ids; the
 * cache holds the messages and passes on each batch of events.
 */
import type { State } from "../store/store.ts";
import { decide, dependsOnPreferences, dependsOnPrivacy, dependsOnSubscriptions, receivesEvents } from "./decide.ts";
import { messageAtDate } from "./find-date.ts";
import { firstUnreadIn } from "./first-unread.ts";
import { Listeners } from "./listeners.ts";
import type { Term } from "./narrow.ts";
import { againAround, around, type MessagePage, PAGE, type PageRequest } from "./page.ts";
import {
  covers,
  type IdRange,
  knownUpto,
  NEWEST,
  nearestOf,
  OLDEST,
  type Ranges,
  rangeAt,
  withId,
  withoutIds,
  withRange,
} from "./ranges.ts";
import { untilDone } from "./retry.ts";
import type { Anchor, Message, MessageView, ViewState } from "./types.ts";

/** What a view needs from the cache. */
export interface ViewHost {
  readonly store: { readonly state: State };
  message(id: number): Message | undefined;
  page(terms: readonly Term[], request: PageRequest, signal: AbortSignal): Promise<MessagePage>;
  /** The view is on screen now. */
  opened(view: View): void;
  closed(view: View): void;
}

/** How a batch of events changed messages. */
export interface ChangeBatch {
  readonly added: ReadonlySet<number>;
  /** Changed in a way that can affect narrows. */
  readonly changed: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
  readonly changesPreferences: boolean;
  readonly changesPrivacy: boolean;
  readonly changesSubscriptions: boolean;
}

/** The most messages that an open and a closed view keep. */
const MOST_OPEN = 5000;
const MOST_CLOSED = 200;

const IDLE = { opening: false, older: false, newer: false };

const BLANK: ViewState = {
  ids: [],
  foundOldest: false,
  foundNewest: false,
  historyLimited: false,
  loading: IDLE,
  error: undefined,
  isOpened: false,
  isCurrent: true,
  firstUnread: undefined,
  anchor: undefined,
  missed: undefined,
  matches: new Map(),
};

export class View implements MessageView {
  readonly narrow: readonly Term[];
  readonly #host: ViewHost;
  readonly #listeners = new Listeners<[]>();
  #state: ViewState = BLANK;
  #ranges: Ranges = [];
  /** Where the reader is: an id, or the newest end. */
  #place = NEWEST;
  #isOpen = false;
  #work = new AbortController();
  #isReconciling = false;
  /** Ends the pause before the next attempt. */
  #trying = new AbortController();
  /** Counts invalidations, to recognise responses to older requests. */
  #invalidations = 0;
  /** The request that `open` waits for; a second `open` cancels it. */
  #opening: AbortController | undefined;
  #asked: Anchor = "newest";

  constructor(host: ViewHost, narrow: readonly Term[]) {
    this.#host = host;
    this.narrow = narrow;
  }

  get state(): ViewState {
    return this.#state;
  }
  /** The ids at the newest end, where new messages arrive, as last known. */
  get newest(): readonly number[] | undefined {
    const last = this.#ranges.at(-1);
    return last?.upto === NEWEST && this.#state.isOpened ? last.ids : undefined;
  }
  get isOpen(): boolean {
    return this.#isOpen;
  }
  /** All kept ids, including those not shown. */
  get ids(): readonly number[] {
    return this.#ranges.flatMap((range) => range.ids);
  }
  covers(id: number): boolean {
    return covers(this.#ranges, id);
  }
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async open(anchor: Anchor): Promise<void> {
    this.#begin();
    this.#asked = anchor;
    this.#opening?.abort();
    this.#opening = undefined;
    const known = this.#knownPlace(anchor);
    if (known === undefined) return this.#fetchAt(anchor);
    this.#place = known.place;
    const opened = { anchor: finite(known.place), firstUnread: known.firstUnread, isOpened: true };
    this.#publish({
      ...opened,
      missed: undefined,
      error: undefined,
      loading: { ...this.#state.loading, opening: false },
    });
    if (!receivesEvents(this.narrow, this.#host.store.state)) this.#publish({ isCurrent: false });
    if (!this.#state.isCurrent) await this.#reconcile();
  }

  async older(): Promise<void> {
    const range = this.#visibleRange;
    if (!range || range.from === OLDEST || this.#state.loading.older) return;
    await this.#extend("older", { anchor: range.from, before: PAGE, after: 0, excludesAnchor: true });
  }

  async newer(): Promise<void> {
    const range = this.#visibleRange;
    if (!range || range.upto === NEWEST || this.#state.loading.newer) return;
    await this.#extend("newer", { anchor: range.upto, before: 0, after: PAGE, excludesAnchor: true });
  }

  look(id: number): void {
    const range = this.#visibleRange;
    if (!range || id < range.from || id > range.upto) return;
    // A reader at the end stays there when messages arrive.
    this.#place = id === range.ids.at(-1) && range.upto === NEWEST ? NEWEST : id;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#work.abort();
    this.#opening = undefined;
    this.#publish({ loading: IDLE, missed: undefined });
    this.#host.closed(this);
  }

  /** Keeps only the newest messages, which a returning reader wants first. */
  shrink(): void {
    this.#place = NEWEST;
    this.#ranges = nearestOf(this.#ranges, NEWEST, MOST_CLOSED);
    this.#publish({});
  }

  /** Takes over the ranges of another view of the same messages. */
  adopt(other: View): void {
    for (const range of other.#ranges) this.#ranges = withRange(this.#ranges, range);
    this.#place = other.#place;
    const { anchor, firstUnread, isOpened, historyLimited } = other.#state;
    this.#publish({ anchor, firstUnread, isOpened, historyLimited });
  }

  /** Restores saved ids; they are fetched again when the view opens. */
  restore(ids: readonly number[]): void {
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined || this.#ranges.length > 0) return;
    this.#ranges = [{ from: first, upto: NEWEST, ids }];
    this.#publish({ isOpened: true, isCurrent: false });
  }

  apply(batch: ChangeBatch): void {
    const { added, changed, removed } = batch;
    if (removed.size > 0) this.#ranges = withoutIds(this.#ranges, removed);
    for (const id of changed) this.#rematch(id);
    if (this.#state.isCurrent) for (const id of added) this.#join(id);
    const isInvalidated = this.#isInvalidatedBy(batch);
    if (isInvalidated) for (const id of this.ids) this.#rematch(id);
    this.#publish({});
    // Messages that were never fetched may belong to it now.
    if (isInvalidated) this.invalidate();
  }

  /** Places a message that was fetched by id. */
  place(id: number): void {
    this.#rematch(id);
    this.#publish({});
  }

  /** The server is reachable again: retries a failed open. */
  resume(): void {
    if (this.#isOpen && !this.#state.isOpened && this.#state.error && !this.#state.loading.opening)
      void this.open(this.#asked);
    else if (this.#isReconciling && this.#state.error) this.#trying.abort();
  }

  /** Events were missed: what is shown stays until it has been fetched again, if the view is open. */
  outdate(): void {
    if (this.#ranges.length === 0) return;
    this.#publish({ isCurrent: false });
    if (this.#isOpen) void this.#reconcile();
  }

  /** Invalidates without a new snapshot: requests in flight cannot be trusted either. */
  invalidate(): void {
    this.#invalidations++;
    this.outdate();
  }

  #isInvalidatedBy({ changesPreferences, changesPrivacy, changesSubscriptions }: ChangeBatch): boolean {
    return (
      (changesPreferences && dependsOnPreferences(this.narrow)) ||
      (changesPrivacy && dependsOnPrivacy(this.narrow)) ||
      (changesSubscriptions && dependsOnSubscriptions(this.narrow))
    );
  }

  get #visibleRange(): IdRange | undefined {
    return rangeAt(this.#ranges, this.#place);
  }

  #begin(): void {
    if (!this.#isOpen) this.#work = new AbortController();
    this.#isOpen = true;
    this.#host.opened(this);
  }

  #decision(id: number): boolean | undefined {
    const message = this.#host.message(id);
    return message && decide(this.narrow, message, this.#host.store.state);
  }

  /** A new message. If only the server knows whether it belongs here, nothing is known from that id on. */
  #join(id: number): void {
    if (!this.#host.message(id)) return;
    const decision = this.#decision(id);
    if (decision) this.#ranges = withId(this.#ranges, id);
    else if (decision === undefined) this.#ranges = knownUpto(this.#ranges, id - 1);
  }

  #rematch(id: number): void {
    const decision = this.#decision(id);
    if (decision === false) this.#ranges = withoutIds(this.#ranges, new Set([id]));
    else if (decision) this.#ranges = withId(this.#ranges, id);
  }

  /** Where to open without a request; undefined if the server must be asked. */
  #knownPlace(anchor: Anchor): { place: number; firstUnread?: number | undefined } | undefined {
    if (typeof anchor === "object") return undefined;
    if (anchor === "newest") return this.#knowsNewest ? { place: NEWEST } : undefined;
    if (typeof anchor === "number") return covers(this.#ranges, anchor) ? { place: anchor } : undefined;
    const found = firstUnreadIn(this.narrow, this.#ranges, this.#host);
    if (found === undefined || !covers(this.#ranges, found)) return undefined;
    return { place: found, firstUnread: finite(found) };
  }

  get #knowsNewest(): boolean {
    return this.#ranges.at(-1)?.upto === NEWEST;
  }

  async #fetchAt(anchor: Anchor): Promise<void> {
    const opening = new AbortController();
    this.#opening = opening;
    const invalidations = this.#invalidations;
    const signal = AbortSignal.any([this.#work.signal, opening.signal]);
    const fetch = (request: PageRequest) => this.#host.page(this.narrow, request, signal);
    this.#publish({ loading: { ...this.#state.loading, opening: true }, error: undefined, missed: undefined });
    let change: Partial<ViewState> = {};
    try {
      const at = typeof anchor === "object" ? await messageAtDate(fetch, anchor.date, this.#host) : anchor;
      const page = await fetch(around(at));
      signal.throwIfAborted();
      const firstUnread = anchor === "first_unread" ? page.anchor : undefined;
      this.#place = typeof at === "number" ? at : (firstUnread ?? NEWEST);
      // Outdated ranges cannot be joined with current ones.
      if (!this.#state.isCurrent) this.#ranges = [];
      const isCurrent = invalidations === this.#invalidations;
      change = { ...this.#learned(page), isOpened: true, isCurrent, firstUnread, anchor: finite(this.#place) };
    } catch (error) {
      if (signal.aborted) return;
      change = { error: error as Error };
    }
    this.#opening = undefined;
    this.#publish({ ...change, loading: { ...this.#state.loading, opening: false } });
    if (!this.#state.isCurrent) await this.#reconcile();
  }

  async #extend(end: "older" | "newer", request: PageRequest): Promise<void> {
    const { signal } = this.#work;
    this.#publish({ loading: { ...this.#state.loading, [end]: true }, error: undefined });
    let change: Partial<ViewState>;
    try {
      const page = await this.#host.page(this.narrow, request, signal);
      signal.throwIfAborted();
      change = this.#learned(page);
    } catch (error) {
      if (signal.aborted) return;
      change = { error: error as Error };
    }
    this.#publish({ ...change, loading: { ...this.#state.loading, [end]: false } });
  }

  #learned(page: MessagePage): Partial<ViewState> {
    this.#ranges = withRange(this.#ranges, page.range);
    const fetched = new Set(page.range.ids);
    for (const id of page.touched) {
      if (page.added.has(id) && !fetched.has(id)) this.#join(id);
      else this.#rematch(id);
    }
    const { matches, historyLimited } = this.#state;
    return {
      historyLimited: historyLimited || page.historyLimited,
      matches: page.matches.size > 0 ? new Map([...matches, ...page.matches]) : matches,
    };
  }

  /** Refetches what is shown, with retries, and replaces it in one step. */
  async #reconcile(): Promise<void> {
    if (this.#isReconciling) return;
    this.#isReconciling = true;
    this.#trying = new AbortController();
    const signal = AbortSignal.any([this.#work.signal, this.#trying.signal]);
    const onTrouble = (error: unknown) => this.#publish({ error: error as Error });
    try {
      while (!this.#state.isCurrent) await untilDone(() => this.#readAgain(signal), { signal, onTrouble });
    } catch (error) {
      if (!signal.aborted) onTrouble(error);
    }
    this.#isReconciling = false;
    // The view was closed and opened again meanwhile, or is to be retried at once.
    if (signal.aborted && this.#isOpen && !this.#state.isCurrent) await this.#reconcile();
  }

  async #readAgain(signal: AbortSignal): Promise<void> {
    const [invalidations, before] = [this.#invalidations, this.#visibleRange];
    const page = await this.#host.page(this.narrow, againAround(before, this.#place), signal);
    signal.throwIfAborted();
    if (this.#state.isCurrent || invalidations !== this.#invalidations) return;
    this.#ranges = [];
    const missed = this.#missedIn(page.range, before) ?? this.#state.missed;
    this.#publish({ ...this.#learned(page), isCurrent: true, error: undefined, missed });
  }

  /** What others wrote after the last message shown, if the view was at the newest end. */
  #missedIn({ ids, upto }: IdRange, before: IdRange | undefined): ViewState["missed"] {
    if (before?.upto !== NEWEST) return undefined;
    const { ownId } = this.#host.store.state.users;
    const newest = before.ids.at(-1) ?? OLDEST;
    const later = ids.filter((id) => id > newest && this.#host.message(id)?.sender_id !== ownId);
    const [from] = later;
    return from === undefined ? undefined : { count: later.length, from, isMore: upto !== NEWEST };
  }

  #publish(change: Partial<ViewState>): void {
    this.#ranges = nearestOf(this.#ranges, this.#place, MOST_OPEN);
    const shown = this.#visibleRange;
    const next: ViewState = {
      ...this.#state,
      ...change,
      ids: shown?.ids ?? BLANK.ids,
      foundOldest: shown?.from === OLDEST,
      foundNewest: shown?.upto === NEWEST,
    };
    const names = Object.keys(next) as (keyof ViewState)[];
    if (names.every((name) => isSame(next[name], this.#state[name]))) return;
    this.#state = next;
    this.#listeners.notify();
  }
}

const finite = (place: number): number | undefined => (place === NEWEST ? undefined : place);

/** Lists and maps are compared by identity: they are recreated only when they differ. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b)) return false;
  return (
    Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value)
  );
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
