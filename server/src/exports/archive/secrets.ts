/**
 * API keys, tokens and passwords. In the database, keys and tokens are encrypted with the installation's secret key.
 * The operator's archive contains them decrypted, and an import encrypts them again. Other archives contain none.
 */
import type { TableRow } from "../../kernel/db/rows.ts";
import { randomToken, type Secrets } from "../../kernel/secrets.ts";
import type { Table } from "./tables.ts";

/** Encrypted columns, by their name in an archive. */
const SEALED: { readonly [T in Table]?: Readonly<Record<string, string>> } = {
  user: { api_key: "api_key_encrypted" },
  bot_service: { token: "token_encrypted" },
  feed: { address: "address_encrypted" },
};

/** The row as it is written to the archive. */
export function withOpenSecrets(
  table: Table,
  row: TableRow,
  { secrets, keep }: { secrets: Secrets; keep: boolean },
): TableRow {
  // Second factors stay on this server (`tables.ts`), and an account without them must not count as having one.
  const {
    api_key_hash: _,
    has_second_factor: __,
    has_provider_factor: ___,
    has_unlinked_provider: ____,
    password_hash,
    ...open
  } = row;
  for (const [name, column] of Object.entries(SEALED[table] ?? {})) {
    const sealed = open[column] as string;
    delete open[column];
    // Built-in bots have none.
    if (keep && sealed !== "") open[name] = secrets.decrypt(sealed);
  }
  return keep && "password_hash" in row ? { ...open, password_hash } : open;
}

/** The row as it is stored here. Users without a key, or with one whose hash is in `taken`, get a new one. */
export function withSealedSecrets(
  table: Table,
  row: TableRow,
  { secrets, taken }: { secrets: Secrets; taken: Set<string> },
): TableRow {
  const sealed = { ...row };
  for (const [name, column] of Object.entries(SEALED[table] ?? {})) {
    delete sealed[name];
    sealed[column] = secrets.encrypt(typeof row[name] === "string" ? row[name] : randomToken());
  }
  if (table !== "user") return sealed;
  if (row.system_bot !== null)
    return { ...sealed, api_key_encrypted: "", api_key_hash: `none:${row.system_bot}:${row.realm_id}` };
  const brought = row.api_key as string | undefined;
  const isGood = brought !== undefined && !taken.has(secrets.lookupHash(brought));
  const { apiKey: _, ...key } = isGood ? secrets.keyFor(brought) : secrets.newApiKey();
  // Two users in one archive must not share a key either.
  taken.add(key.api_key_hash);
  return { ...sealed, ...key };
}
