/**
 * Which statements are prepared. PostgreSQL parses and plans most of ours for longer than it runs them: one that repeats
 * gets a name, under which each connection prepares it once. If there are too many, the one that has not run for longest
 * loses its name.
 */
import { createHash } from "node:crypto";

/** How often a statement must run first: many are built for a single request. */
const RUNS_BEFORE = 2;
/** A connection keeps the plan of each, some ten kilobytes. */
const MOST_NAMED = 400;
/** Names that were given up stay prepared on a connection, which is replaced when it has this many. */
const MOST_ON_CONNECTION = 500;
/** The statements whose runs are counted. */
const MOST_COUNTED = 2000;
const MOST_CHARACTERS = 8000;
/** Only these have a plan to keep. */
const PLANNED = /^\s*(select|insert|update|delete|with)\b/;

export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #runs = new Map<string, number>();
  readonly #mostNamed: number;
  readonly mostOnConnection: number;
  #isOff = false;

  constructor({ mostNamed = MOST_NAMED, mostOnConnection = MOST_ON_CONNECTION } = {}) {
    this.#mostNamed = mostNamed;
    this.mostOnConnection = mostOnConnection;
  }

  /** The statement's name; undefined if it is not worth one. */
  nameOf(sql: string): string | undefined {
    if (this.#isOff) return undefined;
    const name = this.#names.get(sql);
    if (name !== undefined) {
      // The one that has not run for longest comes first.
      this.#names.delete(sql);
      this.#names.set(sql, name);
      return name;
    }
    if (sql.length > MOST_CHARACTERS || !PLANNED.test(sql)) return undefined;
    const runs = this.#runs.get(sql) ?? 0;
    if (runs < RUNS_BEFORE) {
      if (this.#runs.size === MOST_COUNTED) this.#runs.clear();
      this.#runs.set(sql, runs + 1);
      return undefined;
    }
    this.#runs.delete(sql);
    // Derived from the text, so that all nodes use it and a pooler can share the statement.
    const fresh = `parley_${createHash("sha256").update(sql).digest("hex").slice(0, 32)}`;
    if (this.#names.size === this.#mostNamed) this.#names.delete(this.#names.keys().next().value as string);
    this.#names.set(sql, fresh);
    return fresh;
  }

  /** A pooler hands each transaction to another connection, which does not know our names. */
  stop(): void {
    this.#isOff = true;
    this.#names.clear();
    this.#runs.clear();
  }
}
