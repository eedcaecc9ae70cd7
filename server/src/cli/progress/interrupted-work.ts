/**
 * A program for tests: runs the work of a command and gives itself a signal when it reports for the n-th time in a stage.
 * Usage: interrupted-work.ts WORK STAGE N SIGNAL [FILE]
 */
import { importOrganization } from "../../exports/archive/import.ts";
import { writeArchive } from "../../exports/archive/write.ts";
import { writeZulipArchive } from "../../exports/zulip/write.ts";
import { BackupStore } from "../../kernel/backups/store.ts";
import type { App } from "../../kernel/context.ts";
import { appearingWhole } from "../../kernel/json-lines.ts";
import type { Progress } from "../../kernel/progress.ts";
import { LocalStorage } from "../../kernel/storage/local.ts";
import { forgetIndexed } from "../../text/search/progress.ts";
import { generationFor, type LogToRestore, restoreLog } from "../backup/log/restore.ts";
import { restoreBackup } from "../backup/restore.ts";
import { writeBackup } from "../backup/write.ts";
import { createDemo } from "../demo/command.ts";
import { report } from "../errors.ts";
import { commandConfig } from "../flags.ts";
import { copyUploads, type UploadMove } from "../uploads/move.ts";
import { organizationFor, withApp } from "../with-app.ts";
import { showingProgress } from "./show.ts";

const uploadsTo = ({ storage, config }: App, directory: string): UploadMove => ({
  ...{ from: storage, to: new LocalStorage(directory) },
  ...{ dataDirectory: config.dataDirectory, comparesAll: false },
});

async function restoreNewest(directory: string, progress: Progress): Promise<unknown> {
  const config = commandConfig();
  const [store, atMs] = [new BackupStore({ directory }, config.dataDirectory), Date.now()];
  const found = (await generationFor(store, atMs)) as Pick<LogToRestore, "generation" | "start">;
  return restoreLog(config, { store, atMs, ...found }, progress);
}

const [work = "", stage = "", n = "", signal = "", file = ""] = process.argv.slice(2);

const WORKS: Readonly<Record<string, (progress: Progress) => Promise<unknown>>> = {
  backup: (progress) => withApp((app) => writeBackup(app, file, progress)),
  restore: (progress) => restoreBackup(commandConfig(), file, progress),
  restoreLog: (progress) => restoreNewest(file, progress),
  export: (progress) =>
    withApp(async (app) => {
      const realm = await organizationFor(app, undefined);
      return appearingWhole(file, (unfinished) => writeArchive(app, realm, unfinished, "everything", { progress }));
    }),
  exportToZulip: (progress) =>
    withApp(async (app) => {
      const realm = await organizationFor(app, undefined);
      return appearingWhole(file, (unfinished) => writeZulipArchive(app, realm, unfinished, { progress }));
    }),
  import: (progress) => withApp((app) => importOrganization(app, file, { progress })),
  demo: (progress) => withApp((app) => createDemo(app, { seed: 1 }, progress)),
  uploads: (progress) => withApp((app) => copyUploads(app.database.reader, uploadsTo(app, file), progress)),
  migrate: (progress) => withApp(async () => {}, progress),
  reindex: (progress) =>
    withApp(async (app) => {
      await app.database.transaction(forgetIndexed);
      await app.indexer.catchUp(progress);
    }),
};

function interrupting(progress: Progress): Progress {
  let current = "";
  let reports = 0;
  const reported = () => {
    if (current === stage && ++reports === Number(n)) process.kill(process.pid, signal);
  };
  return {
    begin(begun, ...rest) {
      current = begun;
      reported();
      progress.begin(begun, ...rest);
    },
    add(count) {
      reported();
      progress.add(count);
    },
  };
}

try {
  await showingProgress((progress) => (WORKS[work] as (typeof WORKS)[string])(interrupting(progress)));
  process.stdout.write("done\n");
} catch (error) {
  process.exitCode = report(error);
}
