/**
 * Every process of an installation must have the same secret key; a wrong one is noticed at the start and not at the
 * first login.
 */
import type { Database } from "./db/handles.ts";
import type { Secrets } from "./secrets.ts";

export class WrongSecretKey extends Error {
  constructor() {
    super(
      "The secret key in this data directory does not match this database. Copy secret.key from the data directory of the server that created it.",
    );
  }
}

const FINGERPRINT = "secret key fingerprint";

export const fingerprintOf = (secrets: Secrets): string => secrets.lookupHash(FINGERPRINT);

export async function checkSecrets(database: Database, secrets: Secrets): Promise<void> {
  const fingerprint = fingerprintOf(secrets);
  const stored = (await storedFingerprint(database)) ?? (await storeFingerprint(database, fingerprint));
  if (stored !== fingerprint) throw new WrongSecretKey();
}

export async function storedFingerprint({ reader }: Pick<Database, "reader">): Promise<string | undefined> {
  const row = await reader.selectFrom("installation").select("secret_fingerprint").executeTakeFirst();
  return row?.secret_fingerprint;
}

/** Returns the stored fingerprint: another process may have been first, with another key. */
async function storeFingerprint(database: Database, secret_fingerprint: string): Promise<string | undefined> {
  await database.transaction(async (tx) => {
    await tx
      .insertInto("installation")
      .values({ id: 1, secret_fingerprint })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  });
  return storedFingerprint(database);
}
