/**
 * The key for creating the first organization in a browser. Each start of a server without an organization generates a
 * new key, prints it in a link, and stores its hash: of several links, even from several nodes, only the newest is
 * valid. Creating an organization in any way invalidates it.
 */
import { timingSafeEqual } from "node:crypto";
import { hasRealm } from "../kernel/access/store.ts";
import { ApiError, said } from "../kernel/api/index.ts";
import type { App } from "../kernel/context.ts";
import type { Db, Tx } from "../kernel/db/handles.ts";
import { randomToken } from "../kernel/secrets.ts";

/** The key has been used, or is not the newest. */
export class SetupIsOver extends ApiError {
  /** Whether there is an organization, possibly one that is only being committed. */
  readonly hasOrganization: boolean;

  constructor(hasOrganization: boolean) {
    super(said`This link is no longer valid.`, { status: 403 });
    this.hasOrganization = hasOrganization;
  }
}

const hashOf = ({ secrets }: App, key: string): string => secrets.keyedHash("set-up", key);

/** The link for the operator who reads the server's output; undefined if there is an organization. */
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
 * Invalidates the key. If one is given, throws unless it was valid. Writes the row before checking, so that of two
 * concurrent set-ups the second waits for the first.
 */
export async function endSetup(app: App, tx: Tx, key?: string): Promise<void> {
  const ended = tx.updateTable("installation").set({ setup_key_hash: null });
  const { numUpdatedRows } = await (key === undefined
    ? ended
    : ended.where("setup_key_hash", "=", hashOf(app, key))
  ).executeTakeFirst();
  if (key === undefined) return;
  const hasOrganization = await hasRealm(tx);
  if (numUpdatedRows === 0n || hasOrganization) throw new SetupIsOver(hasOrganization);
}
