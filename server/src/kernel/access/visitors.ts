/** Whether people without an account may read anything here. */
import type { Config } from "../config.ts";
import { compiled } from "../db/compiled.ts";
import type { Db } from "../db/handles.ts";
import type { Realm } from "../realm.ts";

type Configured = { readonly config: Config };

/** Whether the server and the organization allow web-public channels. */
export const allowsWebPublicChannels = ({ config }: Configured, { settings }: Realm): boolean =>
  config.webPublicStreamsEnabled && settings.enable_spectator_access;

/** Whether there is anything for visitors: allowed, and at least one web-public channel. */
export async function admitsVisitors(app: Configured, db: Db, realm: Realm): Promise<boolean> {
  if (!realm.is_active || !allowsWebPublicChannels(app, realm)) return false;
  return (await anyWebPublicChannel(db, { realmId: realm.id })).length > 0;
}

const anyWebPublicChannel = compiled((db, { realmId }: { realmId: number }) =>
  db
    .selectFrom("channel")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("is_web_public", "=", true)
    .where("is_archived", "=", false)
    .limit(1),
);
