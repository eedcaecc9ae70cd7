/** Serves the exports of people's own data, each to its person only. */
import { record } from "../../kernel/audit/record.ts";
import { change, type OpenContext } from "../../kernel/context.ts";
import { FileNotFound } from "../../kernel/files/errors.ts";
import { NotLoggedIn } from "../../kernel/http/authenticate.ts";
import type { FileAddress } from "../../kernel/http/files.ts";
import type { ByteRange } from "../../kernel/storage/storage.ts";
import { storageKey } from "../present.ts";
import { canBeDownloaded, OWN_EXPORTS_PREFIX } from "./present.ts";
import { type OwnExport, ownExportsOf } from "./store.ts";

export const ownExportAddresses: readonly FileAddress[] = [
  {
    prefix: OWN_EXPORTS_PREFIX,
    async find(ctx, path) {
      const { app, db, user, now } = ctx;
      if (!user) throw new NotLoggedIn();
      const row = (await ownExportsOf(db, user.id)).find((each) => each.path === path);
      if (!row || !canBeDownloaded(row, now)) throw new FileNotFound();
      return {
        tag: `own-data-${row.id}`,
        size: row.size as number,
        contentType: "application/gzip",
        name: path.slice(path.lastIndexOf("/") + 1),
        isShown: false,
        countedAs: undefined,
        async read(range?: ByteRange) {
          const content = await app.storage.read(storageKey(row), range);
          if (!content) throw new FileNotFound();
          // A download that goes on is the same download.
          if (!range || range.start === 0) await recordDownload(ctx, row);
          return content;
        },
      };
    },
  },
];

const recordDownload = (ctx: OpenContext, { id: export_id, user_id: user }: OwnExport): Promise<void> =>
  change(ctx, async (writing) => record(writing, "own_data_export_downloaded", { user, export_id }));
