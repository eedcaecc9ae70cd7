import type { RealmId } from "../../kernel/api/ids.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";

export interface Domain {
  domain: string;
  allow_subdomains: boolean;
}

/** In the order they were added. */
export function domainsOf(db: Db, realmId: RealmId): Promise<Domain[]> {
  return db
    .selectFrom("realm_domain")
    .select(["domain", "allow_subdomains"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
}

export async function insertDomain(tx: TurnTx, realmId: RealmId, domain: Domain): Promise<number> {
  const { id } = await tx
    .insertInto("realm_domain")
    .values({ realm_id: realmId, ...domain })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns its id. */
export async function setAllowSubdomains(
  tx: TurnTx,
  realmId: RealmId,
  { domain, allow_subdomains }: Domain,
): Promise<number> {
  const { id } = await tx
    .updateTable("realm_domain")
    .set({ allow_subdomains })
    .where("realm_id", "=", realmId)
    .where("domain", "=", domain)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns its id. */
export async function deleteDomain(tx: TurnTx, realmId: RealmId, domain: string): Promise<number> {
  const { id } = await tx
    .deleteFrom("realm_domain")
    .where("realm_id", "=", realmId)
    .where("domain", "=", domain)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
