/** Serves the files of exports to administrators. */

import { isAdministrator } from "../kernel/access/roles.ts";
import { demand } from "../kernel/api/index.ts";
import { record } from "../kernel/audit/record.ts";
import { change, type OpenContext } from "../kernel/context.ts";
import { FileNotFound } from "../kernel/files/errors.ts";
import { NotLoggedIn } from "../kernel/http/authenticate.ts";
import type { FileAddress } from "../kernel/http/files.ts";
import { MustBeAdministrator } from "../kernel/http/gate.ts";
import type { ByteRange } from "../kernel/storage/storage.ts";
import { EXPORTS_PREFIX, isAvailable, storageKey } from "./present.ts";
import { exportAt } from "./store.ts";

export const exportAddresses: readonly FileAddress[] = [
  {
    prefix: EXPORTS_PREFIX,
    async find(ctx, path) {
      const { app, db, realm, user } = ctx;
      if (!user) throw new NotLoggedIn();
      demand(isAdministrator(user), new MustBeAdministrator());
      const row = await exportAt(db, realm.id, path);
      if (!row || !isAvailable(row)) throw new FileNotFound();
      const key = storageKey(row);
      return {
        tag: `export-${row.id}`,
        size: row.size as number,
        contentType: "application/gzip",
        name: path.slice(path.lastIndexOf("/") + 1),
        isShown: false,
        countedAs: undefined,
        async read(range?: ByteRange) {
          const content = await app.storage.read(key, range);
          if (!content) throw new FileNotFound();
          // A download that goes on is the same download.
          if (!range || range.start === 0) await recordDownload(ctx, row.id);
          return content;
        },
      };
    },
  },
];

const recordDownload = (ctx: OpenContext, export_id: number): Promise<void> =>
  change(ctx, async (writing) => record(writing, "export_downloaded", { export_id }));
