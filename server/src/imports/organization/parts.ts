/** What the parts of an organization share when they are imported, and how each is taken. */
import type { UserId } from "../../kernel/api/ids.ts";
import { ApiError } from "../../kernel/api/index.ts";
import type { App, OpenContext, Realm, Writing } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { isFull } from "../../kernel/limits/room.ts";
import type { LocalChannel } from "../channels.ts";
import type { Ledger } from "../ledger.ts";
import { skipped } from "../skipped.ts";
import { type ItemKind, insertItem, itemsOf, type Origin, sourceKey } from "../store.ts";
import type { Counted, Tally } from "../tally.ts";

/** Accounts here, by the ids of people in the archive. */
export interface FoundPeople {
  get(id: string): { readonly id: UserId } | undefined;
}

/** Channels here, by the ids of channels in the archive. */
export interface FoundChannels {
  get(id: string): Pick<LocalChannel, "id" | "isOpen" | "isArchived"> | undefined;
  /** Whether an import of this origin has created it: one that was here keeps what it has. */
  isOwn(id: string): boolean;
}

export interface PartSurroundings {
  readonly app: App;
  readonly realm: Realm;
  readonly db: Db;
  readonly origin: Origin;
  readonly people: FoundPeople;
  readonly channels: FoundChannels;
  /** How many names were tried for things with the same name. */
  readonly tried: Map<string, number>;
}

interface PartRecord {
  readonly id: string;
}

/** One kind of things that an organization has. */
export interface OrganizationPart<R extends PartRecord> {
  readonly kind: ItemKind;
  readonly counted: Counted;
  /** A plural noun. */
  readonly what: string;
  /**
   * Why it cannot come; undefined if it can, perhaps under another name. `planned`: how many a dry run has found so far. Asked before the
   * organization's turn, and again in it: others may have changed something.
   */
  fault(around: PartSurroundings, record: R, planned: number): Promise<string | undefined>;
  /**
   * The id of what was made, or of something here that is equal; or why it cannot come, as far as only the turn can tell. Throws an error of
   * the API if there is no room.
   */
  store(ctx: Writing, around: PartSurroundings, record: R): Promise<number | string>;
}

export const NO_ROOM = "the organization has too many";

/** Why an action has refused it. */
export const reasonOf = (error: ApiError): string => (isFull(error) ? NO_ROOM : "it cannot be made here");

/** Nothing could refer to what has no id, or that of another. */
export class FoundOnce {
  readonly #keys = new Set<string>();

  fault({ id }: PartRecord): string | undefined {
    if (id === "") return "there is no id";
    const key = sourceKey(id);
    if (this.#keys.has(key)) return "another one has the same id";
    this.#keys.add(key);
    return undefined;
  }
}

export class ImportedParts<R extends PartRecord> {
  readonly #ctx: OpenContext;
  readonly #around: PartSurroundings;
  readonly #part: OrganizationPart<R>;
  readonly #bySource: Map<string, number>;
  #planned = 0;
  /** Those that this run has found, by the keys of their ids. */
  readonly #found = new FoundOnce();

  private constructor(
    ctx: OpenContext,
    around: PartSurroundings,
    part: OrganizationPart<R>,
    known: Map<string, number>,
  ) {
    this.#ctx = ctx;
    this.#around = around;
    this.#part = part;
    this.#bySource = known;
  }

  /** With those that an earlier run has taken. */
  static async of<R extends PartRecord>(
    ctx: OpenContext,
    around: PartSurroundings,
    part: OrganizationPart<R>,
  ): Promise<ImportedParts<R>> {
    return new ImportedParts(ctx, around, part, await itemsOf(around.db, around.origin, part.kind));
  }

  get(id: string): number | undefined {
    return this.#bySource.get(sourceKey(id));
  }

  async add(record: R, ledger: Ledger): Promise<void> {
    const { kind, counted, what } = this.#part;
    const nameless = this.#found.fault(record);
    if (nameless !== undefined) return ledger.leaveOutFirst(skipped(what, nameless, record.id));
    if (this.get(record.id) !== undefined) return;
    const fault = await this.#part.fault(this.#around, record, 0);
    if (fault !== undefined) return ledger.leaveOutFirst(skipped(what, fault, record.id));
    try {
      const stored = await ledger.change(this.#ctx, async (ctx, tally) => {
        const around = { ...this.#around, db: ctx.db };
        const found = (await this.#part.fault(around, record, 0)) ?? (await this.#part.store(ctx, around, record));
        if (typeof found === "string") return found;
        await insertItem(ctx.db, this.#around.origin, { kind, source_id: record.id, local_id: found });
        tally.take(counted);
        return found;
      });
      if (typeof stored === "string") return ledger.leaveOutFirst(skipped(what, stored, record.id));
      this.#bySource.set(sourceKey(record.id), stored);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      ledger.leaveOutFirst(skipped(what, reasonOf(error), record.id));
    }
  }

  /** Counts what `add` would, without changing anything. Returns whether it would be here. */
  async foresee(record: R, tally: Tally): Promise<boolean> {
    const { counted, what } = this.#part;
    const nameless = this.#found.fault(record);
    if (nameless === undefined && this.get(record.id) !== undefined) return true;
    const fault = nameless ?? (await this.#part.fault(this.#around, record, this.#planned));
    if (fault !== undefined) {
      tally.leaveOut(skipped(what, fault, record.id));
      return false;
    }
    // A stand-in, other than every other one.
    this.#bySource.set(sourceKey(record.id), -++this.#planned);
    tally.take(counted);
    return true;
  }
}

/** What a check of the API returns, or that it refuses. */
export function refusal<T>(check: () => T): { readonly value: T } | { readonly refused: true } {
  try {
    return { value: check() };
  } catch (error) {
    if (error instanceof ApiError) return { refused: true };
    throw error;
  }
}

interface Accepting<T> {
  readonly schema: () => { safeParse(value: unknown): { success: true; data: T } | { success: false } };
}

/** The value as a parameter of the API takes it; undefined if it would be refused. */
export function accepted<T>(field: Accepting<T>, value: unknown): T | undefined {
  const parsed = field.schema().safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
