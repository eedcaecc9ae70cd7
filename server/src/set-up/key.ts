/**
 * The key with which the first organization is made in a browser. Each start of a server without an organization makes a
 * new one, prints it in a link, and stores its hash: of several links, also those of several nodes, only the newest is
 * good. Whoever makes an organization, in whatever way, ends it.
 */
import { timingSafeEqual } from "node:crypto";
import { hasRealm } from "../kernel/access/store.ts";
import { ApiError } from "../kernel/api/index.ts";
import type { App } from "../kernel/context.ts";
import type { Db, Tx } from "../kernel/db/handles.ts";
import { randomToken } from "../kernel/secrets.ts";

/** The key was used in the meantime, or is not the newest. */
export class SetupIsOver extends ApiError {
  constructor() {
    super("This link is no longer valid.", { status: 403 });
  }
}

const hashOf = ({ secrets }: App, key: string): string => secrets.keyedHash("set-up", key);

/** The link for whoever reads the server's output; undefined where there is an organization. */
export async function offerSetup(app: App): Promise<string | undefined> {
  const key = randomToken();
  const isOffered = await app.database.transaction(async (tx) => {
    if (await hasRealm(tx)) return false;
    await tx
      .updateTable("installation")
      .set({ setup_key_hash: hashOf(app, key) })
      .execute();
    return true;
  });
  return isOffered ? `${app.url()}/setup/?key=${key}` : undefined;
}

export async function isSetupKey(app: App, db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom("installation").select("setup_key_hash").executeTakeFirst();
  if (!row?.setup_key_hash) return false;
  const [stored, sent] = [Buffer.from(row.setup_key_hash), Buffer.from(hashOf(app, key))];
  return stored.length === sent.length && timingSafeEqual(stored, sent);
}

/**
 * No key is good any more. With one, throws unless it was until now. The row is written first and looked at afterwards: of
 * two who make an organization at once, the second waits here for the first.
 */
export async function endSetup(app: App, tx: Tx, key?: string): Promise<void> {
  const ended = tx.updateTable("installation").set({ setup_key_hash: null });
  const { numUpdatedRows } = await (key === undefined
    ? ended
    : ended.where("setup_key_hash", "=", hashOf(app, key))
  ).executeTakeFirst();
  if (key !== undefined && (numUpdatedRows === 0n || (await hasRealm(tx)))) throw new SetupIsOver();
}
