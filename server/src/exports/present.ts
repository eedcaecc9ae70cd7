import type { ShapeOf } from "../kernel/api/index.ts";
import type { Realm } from "../kernel/context.ts";
import type { ExportFormat, exportFields } from "./contract.ts";
import type { ExportRow } from "./store.ts";

/** Where administrators download the files. */
export const EXPORTS_PREFIX = "/exports/";

export const storageKey = ({ path }: Pick<ExportRow, "path">): string => `exports/${path}`;

export const exportUrl = (realm: Realm, { path }: Pick<ExportRow, "path">): string =>
  `${realm.url}${EXPORTS_PREFIX}${path}`;

/** What the name of an export's file ends with: it says what the file is, here and after the download. */
export const FILE_ENDINGS: Readonly<Record<ExportFormat, string>> = { parley: ".jsonl.gz", zulip: ".zulip.tar.gz" };

export const formatOf = ({ path }: Pick<ExportRow, "path">): ExportFormat =>
  path.endsWith(FILE_ENDINGS.zulip) ? "zulip" : "parley";

export const isPending = ({ failed_at, deleted_at, size }: ExportRow): boolean =>
  failed_at === null && deleted_at === null && size === null;

/** Whether there is a file to download. */
export const isAvailable = ({ deleted_at, size }: ExportRow): boolean => deleted_at === null && size !== null;

export function presentExport(realm: Realm, row: ExportRow): ShapeOf<typeof exportFields> {
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: row.requested_at,
    deleted_timestamp: row.deleted_at,
    failed_timestamp: row.failed_at,
    export_url: isAvailable(row) ? exportUrl(realm, row) : null,
    pending: isPending(row),
    export_type: row.export_type,
    export_format: formatOf(row),
  };
}
