/**
 * Watches the neighbours during the tests of a server: whatever happens there, their data stays unchanged and they
 * receive no events.
 */
import { readFileSync } from "node:fs";
import pg from "pg";
import type { App } from "../../src/kernel/context.ts";
import { currentPosition } from "../../src/kernel/events/log.ts";
import { Queue } from "../../src/kernel/events/queue.ts";
import { NEWEST_CLIENT } from "../mirror.ts";
import type { TestServer } from "../server.ts";
import { rowsFile } from "../templates.ts";
import { changedTables, readRows, sortedRows, type TableRows } from "./rows.ts";

const NAME = "neighbours";
const MOST_HEARD = 1000;

export class Neighbours {
  readonly #query: string;
  #rows: readonly TableRows[] = [];
  /** On it PostgreSQL plans the query only once, which takes twice as long as to run it. */
  #connection: pg.Client | undefined;
  /** A user of the neighbours who listens to every event without a registered queue, because queues are counted. */
  #bystander: Queue | undefined;

  private constructor(query: string) {
    this.#query = query;
  }

  static async of(app: App): Promise<Neighbours> {
    const neighbours = new Neighbours(readFileSync(rowsFile(app.database.engine), "utf8"));
    neighbours.#rows = await neighbours.#read(app);
    return neighbours;
  }

  /** Each process has its own listeners. */
  async listen({ database, hub }: App): Promise<void> {
    const { id: userId, realm_id: realmId } = await database.reader
      .selectFrom("user")
      .innerJoin("realm", "realm.id", "user.realm_id")
      .select(["user.id", "realm_id"])
      .where("string_id", "=", NAME)
      .where("full_name", "=", "Nick")
      .executeTakeFirstOrThrow();
    this.#bystander = new Queue({
      id: "bystander",
      realm_id: realmId,
      user_id: userId,
      options: { event_types: null, narrow: [], all_public_streams: true, profile: NEWEST_CLIENT },
      lifespan_seconds: 0,
      acknowledged: 0,
      lastSeenMs: 0,
    });
    await hub.attach(this.#bystander, await currentPosition(database.reader, realmId), MOST_HEARD);
  }

  /**
   * What `something` changes is as it should be: so much time passes that every organization changes. The reason says what
   * changes.
   */
  async disregard(app: App, _reason: string, something: () => Promise<unknown>): Promise<void> {
    await this.verify(app);
    await something();
    this.#forgetHeard();
    this.#rows = await this.#read(app);
  }

  /** Throws when the neighbours were changed, or heard anything; the next test starts from their current state. */
  async verify(app: App): Promise<void> {
    const heard = this.#forgetHeard();
    const former = this.#rows;
    this.#rows = await this.#read(app);
    const changed = changedTables(former, this.#rows);
    if (changed.length > 0) throw new Error(`Another organization's rows were changed: ${changed.join(", ")}`);
    if (heard) throw new Error(`Somebody of another organization heard of it: ${heard.text}`);
  }

  /**
   * After each test. PostgreSQL takes long to read the rows, so there they are read after the last test of a file; which
   * test it was that changed them is known from SQLite.
   */
  async verifyAfterTest({ app, engine }: TestServer, { isLast }: { readonly isLast: boolean }): Promise<void> {
    if (engine === "sqlite" || isLast) return this.verify(app);
    const heard = this.#forgetHeard();
    if (heard) throw new Error(`Somebody of another organization heard of it: ${heard.text}`);
  }

  /** Returns the first event that was heard, if any. */
  #forgetHeard() {
    const [heard] = this.#bystander?.frames ?? [];
    if (heard) this.#bystander?.acknowledge(this.#bystander.lastId);
    return heard;
  }

  async close(): Promise<void> {
    await this.#connection?.end();
    this.#connection = undefined;
  }

  async #read({ database, config }: App): Promise<readonly TableRows[]> {
    if (database.engine === "sqlite") return readRows(database, this.#query);
    this.#connection ??= await connected(config.databaseUrl as string);
    const { rows } = await this.#connection.query<TableRows>({ name: NAME, text: this.#query });
    return sortedRows(rows);
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
