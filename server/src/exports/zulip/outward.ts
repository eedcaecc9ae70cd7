/** What the rows of an export to Zulip's format need to know about the organization, and the ids that only Zulip has. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { seconds } from "../../kernel/clock.ts";
import type { App, Realm } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { Steps } from "../../kernel/steps.ts";
import { belongs, type ConsideredRows, pagesOf } from "../archive/pages.ts";
import { type Scope, type ScopeKind, scopeOf } from "../archive/scope.ts";
import { withOpenSecrets } from "../archive/secrets.ts";
import { shownRow } from "../archive/shown.ts";
import { type ArchivedTable, archivedTable, type Table } from "../archive/tables.ts";
import type { ArchiveRhythm } from "../archive/write.ts";
import type { ThereFacts } from "./pairs.ts";

/** Names of clients that messages have; those beyond count as one. */
const MOST_CLIENTS = 10_000;
const OTHER_CLIENTS = "Other";

export class Outward implements ThereFacts {
  readonly #app: App;
  readonly #considered: ConsideredRows;
  readonly #lastIds = new Map<string, number>();
  readonly #clients = new Map<string, number>();
  readonly #channelOf = new Map<number, number>();
  readonly #recipientOf = new Map<number, number>();
  /** Conversations that only drafts and scheduled messages have, by their people. */
  readonly #unbegun = new Map<string, number>();
  readonly #begun = new Map<string, number>();
  #lastRecipient: number;
  readonly #firstPersonal: number;
  /** What the archive may contain. */
  readonly scope: Scope;
  /** For pauses in favor of those who use the server meanwhile. */
  readonly steps: Steps;
  readonly db: Db;
  readonly realm: number;
  readonly host: string;
  readonly now: number;

  private constructor(app: App, db: Db, realm: Realm, { scope, considered, steps }: OutwardParts, last: LastIds) {
    this.#app = app;
    this.scope = scope;
    this.steps = steps;
    this.#considered = considered;
    this.db = db;
    this.realm = realm.id;
    this.host = realm.host;
    this.now = seconds(app.clock);
    this.#firstPersonal = last.recipient;
    this.#lastRecipient = last.recipient + last.user;
  }

  static async of(
    app: App,
    db: Db,
    realm: Realm,
    considered: ConsideredRows,
    { kind = "everything", restFactor, signal }: OutwardOptions = {},
  ): Promise<Outward> {
    const { rows } = await sql<LastIds>`
      select coalesce((select max(id) from recipient), 0) as recipient,
        coalesce((select max(id) from "user"), 0) as "user"`.execute(db);
    const parts = { scope: await scopeOf(db, realm, kind), considered, steps: new Steps(restFactor, signal) };
    const out = new Outward(app, db, realm, parts, rows[0] as LastIds);
    await out.#learn();
    return out;
  }

  async #learn(): Promise<void> {
    const channels = await this.db
      .selectFrom("channel")
      .select(["id", "recipient_id"])
      .where("realm_id", "=", this.realm)
      .execute();
    for (const { id, recipient_id } of channels) {
      this.#channelOf.set(recipient_id, id);
      this.#recipientOf.set(id, recipient_id);
    }
  }

  async *pages(name: Table): AsyncGenerator<TableRow[]> {
    const table = archivedTable(name) as ArchivedTable;
    const opening = { secrets: this.#app.secrets, keep: this.isWhole };
    for await (const page of pagesOf(this.db, this.scope, table, this.#considered, this.steps))
      yield page.map((row) => withOpenSecrets(name, this.shown(name, row), opening));
  }

  get isWhole(): boolean {
    return this.scope.kind === "everything";
  }

  /** For rows that are not read with `pages`, of which it is known that they belong. */
  shown = (name: Table, row: TableRow): TableRow => shownRow(archivedTable(name) as ArchivedTable, row, this.scope);

  /** Whether a row of a query is in the archive. */
  belongs = (name: Table, alias: string = name): RawBuilder<SqlBool> => belongs(this.db, this.scope, name, alias);

  async *rows(name: Table): AsyncGenerator<TableRow> {
    for await (const page of this.pages(name)) yield* page;
  }

  nextId = (table: string): number => {
    const id = (this.#lastIds.get(table) ?? 0) + 1;
    this.#lastIds.set(table, id);
    return id;
  };

  client = (name: string): number => {
    const known = this.#clients.get(name);
    if (known !== undefined) return known;
    if (this.#clients.size >= MOST_CLIENTS && name !== OTHER_CLIENTS) return this.client(OTHER_CLIENTS);
    const id = this.#clients.size + 1;
    this.#clients.set(name, id);
    return id;
  };

  /** Those that rows have named so far. */
  get clients(): ReadonlyMap<string, number> {
    return this.#clients;
  }

  channelOfRecipient = (recipientId: number): number | undefined => this.#channelOf.get(recipientId);

  recipientOfChannel = (channelId: number): number => this.#recipientOf.get(channelId) as number;

  /** In Zulip everyone has a recipient of their own, which messages from any other person have. */
  personalRecipient = (userId: number): number => this.#firstPersonal + userId;

  /** What a direct message to these people, one of whom sends it, has there. */
  recipientOfDirect(people: readonly number[], sender: number, recipientId: number): number {
    if (people.length > 2) return recipientId;
    return this.personalRecipient(people.find((id) => id !== sender) ?? sender);
  }

  /** The recipient of something that is not sent yet; the sender is not among the people, unless alone. */
  async recipientOfPlan(people: readonly number[], sender: number): Promise<number> {
    const everyone = [...new Set([...people, sender])].sort((a, b) => a - b);
    if (everyone.length <= 2) return this.recipientOfDirect(everyone, sender, 0);
    const key = everyone.join(",");
    const known = this.#begun.get(key) ?? this.#unbegun.get(key);
    if (known !== undefined) return known;
    const row = await this.db
      .selectFrom("recipient")
      .select("id")
      .where("realm_id", "=", this.realm)
      .where("direct_key", "=", key)
      .executeTakeFirst();
    if (row) this.#begun.set(key, row.id);
    else this.#unbegun.set(key, ++this.#lastRecipient);
    return row?.id ?? this.#lastRecipient;
  }

  get unbegunGroups(): Iterable<{ id: number; people: number[] }> {
    return this.#unbegun.entries().map(([key, id]) => ({ id, people: key.split(",").map(Number) }));
  }
}

export interface OutwardOptions extends ArchiveRhythm {
  readonly kind?: ScopeKind;
}

interface OutwardParts {
  readonly scope: Scope;
  readonly considered: ConsideredRows;
  readonly steps: Steps;
}

interface LastIds {
  readonly recipient: number;
  readonly user: number;
}
