import type { Realm } from "../../kernel/context.ts";
import type { OwnExport } from "./store.ts";

/** Where people download their own data. */
export const OWN_EXPORTS_PREFIX = "/own-data/";

export const ownExportUrl = (realm: Realm, { path }: Pick<OwnExport, "path">): string =>
  `${realm.url}${OWN_EXPORTS_PREFIX}${path}`;

export const isBeingMade = ({ failed_at, size }: OwnExport): boolean => failed_at === null && size === null;

export const canBeDownloaded = ({ size, expires_at }: OwnExport, now: number): boolean =>
  size !== null && expires_at !== null && expires_at > now;

export function presentOwnExport(realm: Realm, now: number, row: OwnExport) {
  const { id, requested_at, size, expires_at, failed_at } = row;
  return {
    id,
    requested_at,
    pending: isBeingMade(row),
    failed: failed_at !== null,
    size,
    expires_at: failed_at === null ? expires_at : null,
    export_url: canBeDownloaded(row, now) ? ownExportUrl(realm, row) : null,
  };
}
