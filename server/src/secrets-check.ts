/** Every process of an installation must hold the same secret key; a wrong one is noticed at once and not at the first login. */
import type { Database } from "./db/handles.ts";
import type { Secrets } from "./secrets.ts";

export class WrongSecretKey extends Error {
  constructor() {
    super(
      "The secret key of this data directory does not belong to this database. Copy secret.key from the data directory of the server that made it.",
    );
  }
}

const FINGERPRINT = "secret key fingerprint";

export const fingerprintOf = (secrets: Secrets): string => secrets.lookupHash(FINGERPRINT);

export async function checkSecrets(database: Database, secrets: Secrets): Promise<void> {
  const fingerprint = fingerprintOf(secrets);
  const stored = await database.reader.selectFrom("installation").select("secret_fingerprint").executeTakeFirst();
  if (stored?.secret_fingerprint === fingerprint) return;
  if (stored) throw new WrongSecretKey();
  await database.transaction(async (tx) => {
    await tx
      .insertInto("installation")
      .values({ id: 1, secret_fingerprint: fingerprint })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  });
}
