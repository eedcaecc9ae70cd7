/** What a server knows about its backups, for `/health` and the metrics. */
import type { Clock } from "../clock.ts";
import type { ShippingStatus } from "../db/shipping/status.ts";
import type { Troubles } from "../health/troubles.ts";

export interface LatestBackup {
  readonly madeAtMs: number;
  readonly bytes: number | undefined;
}

/** Another node may have made one. */
const ASKED_EVERY_MS = 60_000;
/** After so many times `PARLEY_BACKUP_EVERY`. A backup may take long, and one that failed is tried again. */
export const LATE_AFTER = 2;
const WARNING = "backup age";
const SHIPPING = "log shipping";
const REMOVAL = "log removal";
const BEHIND = "The log of the database, or what was uploaded, is not shipped. Backups are behind.";
const GAP = "log gap";
const GIVEN_UP =
  "The log of the database became too long, because it could not be shipped, and is no longer kept: until a new copy of the database is stored, changes cannot be restored second by second.";
/** A busy place may take seconds. */
const LAG_WARNED_MS = 60_000;

export interface ExpectedBackups {
  readonly everySeconds: number;
  /** Looks at the place where they are kept. */
  find(): Promise<LatestBackup | undefined>;
}

export class BackupState {
  readonly #clock: Clock;
  readonly #troubles: Troubles;
  #expected: ExpectedBackups | undefined;
  #expectedSinceMs = 0;
  #latest: LatestBackup | undefined;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #shipping: ShippingStatus | undefined;
  #files: (() => ShippingStatus) | undefined;
  #whenFileIsStored: (key: string) => void = () => {};

  constructor(clock: Clock, troubles: Troubles) {
    this.#clock = clock;
    this.#troubles = troubles;
  }

  /** From now on backups are due. */
  expect(expected: ExpectedBackups): void {
    this.#expected = expected;
    this.#expectedSinceMs = this.#clock.now();
  }

  get isExpected(): boolean {
    return this.#expected !== undefined;
  }

  /** The newest backup, as it was known a minute ago: nobody waits for the place where it is. */
  get latest(): LatestBackup | undefined {
    const now = this.#clock.now();
    if (this.#expected && now - this.#askedAtMs >= ASKED_EVERY_MS) void this.#ask(this.#expected, now);
    return this.#latest;
  }

  made(latest: LatestBackup): void {
    this.#latest = latest;
    this.#judge();
  }

  shipped(status: ShippingStatus): void {
    this.#shipping = status;
    this.#judgeShipping(status);
  }

  /** Whoever ships uploaded files with the log says how far it is, and is called for each that this process has stored. */
  shipsFiles(status: () => ShippingStatus, whenFileIsStored: (key: string) => void): void {
    this.#files = status;
    this.#whenFileIsStored = whenFileIsStored;
  }

  fileStored(key: string): void {
    this.#whenFileIsStored(key);
  }

  /** How far what is shipped is behind; undefined if the log is not shipped at all. */
  get lagSeconds(): number | undefined {
    // A thread that hangs says nothing.
    return this.#shipping && this.#judgeShipping(this.#shipping);
  }

  /** Everything that was committed or uploaded before this time is shipped. */
  get shippedUntilMs(): number | undefined {
    return (
      this.#shipping &&
      Math.min(this.#shipping.shippedUntilMs, this.#files?.().shippedUntilMs ?? Number.POSITIVE_INFINITY)
    );
  }

  /** Returns how far it is behind, in seconds. */
  #judgeShipping({ failure, isGivenUp, removalFailure }: ShippingStatus): number {
    const lagMs = Math.max(0, Date.now() - (this.shippedUntilMs ?? 0));
    if (lagMs > LAG_WARNED_MS) this.#troubles.warn(SHIPPING, BEHIND, failure ?? this.#files?.().failure);
    else this.#troubles.endWarning(SHIPPING);
    if (isGivenUp) this.#troubles.warn(GAP, GIVEN_UP, failure);
    else this.#troubles.endWarning(GAP);
    if (removalFailure) this.#troubles.warn(REMOVAL, "Old parts of the shipped log cannot be removed.", removalFailure);
    else this.#troubles.endWarning(REMOVAL);
    return lagMs / 1000;
  }

  async #ask({ find }: ExpectedBackups, now: number): Promise<void> {
    this.#askedAtMs = now;
    // Whether the place can be reached is found out by the next backup.
    const found = await find().catch(() => undefined);
    if (found && found.madeAtMs >= (this.#latest?.madeAtMs ?? 0)) this.#latest = found;
    this.#judge();
  }

  #judge(): void {
    if (!this.#expected) return;
    const since = this.#latest?.madeAtMs ?? this.#expectedSinceMs;
    const last = this.#latest ? `The last one is from ${new Date(since).toISOString()}.` : "There is none.";
    const isLate = this.#clock.now() - since > LATE_AFTER * this.#expected.everySeconds * 1000;
    if (isLate) this.#troubles.warn(WARNING, `Backups are late. ${last}`);
    else this.#troubles.endWarning(WARNING);
  }
}
