/** Writes an archive: the rows from one database snapshot, then the files, while the server keeps running. */
import type { App, Realm } from "../../kernel/context.ts";
import { allowRests } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { rowCounts, type TableRow } from "../../kernel/db/rows.ts";
import { type WriteLine, writeJsonLines } from "../../kernel/json-lines.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { Steps } from "../../kernel/steps.ts";
import { versionFields } from "../../kernel/version.ts";
import { type ArchiveTrailer, type FileChunk, FORMAT, type Heading, type TableHeading } from "./format.ts";
import { ConsideredRows, pagesOf } from "./pages.ts";
import { type Scope, type ScopeKind, scopeOf } from "./scope.ts";
import { withOpenSecrets } from "./secrets.ts";
import { shownRow } from "./shown.ts";
import { type ArchivedTable, archivedTables, type Table } from "./tables.ts";

/** How an archive is written beside others. */
export interface ArchiveRhythm {
  readonly restFactor?: number;
  /** Ends it: with the process, which does not wait for it. */
  readonly signal?: AbortSignal;
}

interface ArchiveOptions extends ArchiveRhythm {
  readonly progress?: Progress;
}

export interface ArchiveSummary {
  readonly rows: number;
  readonly files: number;
}

interface FileOfRow {
  readonly table: Table;
  readonly row: number;
  readonly index: number;
  readonly key: string;
}

/** Counting the rows first takes a while, so that is left out if nobody observes the progress. */
export function writeArchive(
  app: App,
  realm: Realm,
  file: string,
  kind: ScopeKind,
  { progress = unobserved, restFactor = 0, signal }: ArchiveOptions = {},
): Promise<ArchiveSummary> {
  return writeJsonLines(file, async (write) => {
    await write(headingFor(app, realm, kind));
    const files: FileOfRow[] = [];
    const steps = new Steps(restFactor, signal);
    const rows = await app.database.snapshot(async (db) => {
      await allowRests(db);
      const counts = progress === unobserved ? new Map<string, number>() : await rowCounts(db, archivedTables);
      progress.begin(
        "Reading rows",
        counts.values().reduce((sum, count) => sum + count, 0),
      );
      const considered = new ConsideredRows(counts, progress);
      const writer = new RowWriter(app, db, await scopeOf(db, realm, kind), write, files, considered);
      let count = 0;
      for (const table of archivedTables) count += await writer.table(table, steps);
      return count;
    });
    let count = 0;
    progress.begin("Writing files", files.length);
    for (const each of files) {
      if (await writeFile(app, each, write, progress, steps)) count++;
      progress.add(1);
    }
    await write({ end: true, rows, files: count } satisfies ArchiveTrailer);
    return { rows, files: count };
  });
}

function headingFor(app: App, { id, string_id, url, settings }: Realm, contents: ScopeKind): Heading {
  return {
    parley_export: FORMAT,
    made_at: new Date(app.clock.now()).toISOString(),
    version: versionFields.server_version,
    contents,
    realm: { id, string_id, name: settings.name, url },
  };
}

class RowWriter {
  readonly #app: App;
  readonly #db: Db;
  readonly #scope: Scope;
  readonly #write: WriteLine;
  readonly #files: FileOfRow[];
  readonly #considered: ConsideredRows;

  constructor(app: App, db: Db, scope: Scope, write: WriteLine, files: FileOfRow[], considered: ConsideredRows) {
    this.#app = app;
    this.#db = db;
    this.#scope = scope;
    this.#write = write;
    this.#files = files;
    this.#considered = considered;
  }

  async table(table: ArchivedTable, steps: Steps): Promise<number> {
    await this.#write({ table: table.name } satisfies TableHeading);
    let count = 0;
    for await (const page of pagesOf(this.#db, this.#scope, table, this.#considered, steps)) {
      for (const row of page) await this.#row(table, row);
      count += page.length;
    }
    return count;
  }

  async #row(table: ArchivedTable, row: TableRow): Promise<void> {
    const keep = this.#scope.kind === "everything";
    const shown = shownRow(table, row, this.#scope);
    const open = withOpenSecrets(table.name, shown, { secrets: this.#app.secrets, keep });
    await this.#write(open);
    for (const [index, key] of (table.files?.(row as never) ?? []).entries())
      this.#files.push({ table: table.name, row: row.id as number, index, key });
  }
}

/** Files never change. Files removed in the meantime are skipped. */
async function writeFile(
  app: App,
  { key, ...file }: FileOfRow,
  write: WriteLine,
  progress: Progress,
  steps: Steps,
): Promise<boolean> {
  const content = await app.storage.read(key);
  if (!content) return false;
  const chunkOf = (portion: string): FileChunk => ({ file: { ...file, portion } });
  // Start with an empty chunk, so that empty files are included.
  await write(chunkOf(""));
  for await (const chunk of content) {
    await write(chunkOf((chunk as Buffer).toString("base64")));
    progress.add(0);
    if (steps.isOver) await steps.pause();
    steps.throwIfEnded();
  }
  return true;
}
