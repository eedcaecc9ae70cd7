/**
 * Keys, tokens and passwords. Here they are sealed with this installation's key, which another one does not have: the
 * operator's archive holds them open, and where it is read they are sealed anew. Other archives hold none.
 */
import type { TableRow } from "../../kernel/db/rows.ts";
import { randomToken, type Secrets } from "../../kernel/secrets.ts";
import type { Table } from "./tables.ts";

/** What is sealed, under the name by which an archive holds it open. */
const SEALED: { readonly [T in Table]?: Readonly<Record<string, string>> } = {
  user: { api_key: "api_key_encrypted" },
  bot_service: { token: "token_encrypted" },
};

/** The row as the archive holds it. */
export function withOpenSecrets(
  table: Table,
  row: TableRow,
  { secrets, keep }: { secrets: Secrets; keep: boolean },
): TableRow {
  const { api_key_hash: _, password_hash, ...open } = row;
  for (const [name, column] of Object.entries(SEALED[table] ?? {})) {
    const sealed = open[column] as string;
    delete open[column];
    // The built-in bots have none.
    if (keep && sealed !== "") open[name] = secrets.decrypt(sealed);
  }
  return keep && "password_hash" in row ? { ...open, password_hash } : open;
}

/** The row as it is stored here. Whoever comes without a key, or with one that is `taken` (a hash), gets a new one. */
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
  // Nor may two in one archive share a key.
  taken.add(key.api_key_hash);
  return { ...sealed, ...key };
}
