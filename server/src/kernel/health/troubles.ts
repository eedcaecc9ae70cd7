/**
 * Current problems that may pass: a full disk, an unavailable database. A trouble is logged when it begins and ends,
 * however many requests hit it, and is in `/health` as long as it lasts.
 */
import type { Logger } from "pino";

interface Trouble {
  readonly sentence: string;
  /** Only a restart ends it. */
  readonly isFatal: boolean;
  readonly isLogged: boolean;
}

/** A flapping trouble is logged once in this time. */
const QUIET_MS = 60_000;

export class Troubles {
  readonly #log: Pick<Logger, "error" | "fatal" | "info" | "warn">;
  readonly #current = new Map<string, Trouble>();
  readonly #warnings = new Map<string, string>();
  readonly #loggedAt = new Map<string, number>();

  constructor(log: Pick<Logger, "error" | "fatal" | "info" | "warn">) {
    this.#log = log;
  }

  /** The kind says which part is affected; the message is public, the error is for the log. */
  begin(kind: string, sentence: string, error: unknown): void {
    const known = this.#current.get(kind);
    if (known?.isFatal || (known?.sentence === sentence && known.isLogged)) return;
    const now = performance.now();
    const line = `${kind}: ${sentence}`;
    const isLogged = now - (this.#loggedAt.get(line) ?? Number.NEGATIVE_INFINITY) >= QUIET_MS;
    this.#current.set(kind, { sentence, isFatal: false, isLogged });
    if (!isLogged) return;
    this.#loggedAt.set(line, now);
    this.#log.error({ err: error, trouble: kind }, sentence);
  }

  /** From here on only a restart helps. */
  beginFatal(kind: string, sentence: string, error: unknown): void {
    if (this.#current.get(kind)?.isFatal) return;
    this.#current.set(kind, { sentence, isFatal: true, isLogged: true });
    this.#log.fatal({ err: error, trouble: kind }, sentence);
  }

  end(kind: string): void {
    const known = this.#current.get(kind);
    if (!known || known.isFatal) return;
    this.#current.delete(kind);
    if (known.isLogged) this.#log.info({ trouble: kind }, `Resolved: ${known.sentence}`);
  }

  /** For minor problems that do not make the server unhealthy. */
  warn(kind: string, sentence: string, error?: unknown): void {
    if (this.#warnings.get(kind) === sentence) return;
    this.#warnings.set(kind, sentence);
    this.#log.warn({ err: error, trouble: kind }, sentence);
  }

  endWarning(kind: string): void {
    this.#warnings.delete(kind);
  }

  get warnings(): string[] {
    return [...this.#warnings.values()];
  }

  get sentences(): string[] {
    return [...this.#current.values()].map(({ sentence }) => sentence);
  }

  get isFatal(): boolean {
    return this.#current.values().some((trouble) => trouble.isFatal);
  }
}
