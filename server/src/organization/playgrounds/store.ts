import type { RealmId } from "../../kernel/api/ids.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";

export interface Playground {
  readonly id: number;
  readonly name: string;
  readonly pygments_language: string;
  readonly url_template: string;
}

export function playgroundsOf(db: Db, realmId: RealmId): Promise<Playground[]> {
  return db
    .selectFrom("playground")
    .select(["id", "name", "pygments_language", "url_template"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
}

export async function insertPlayground(
  tx: TurnTx,
  realmId: RealmId,
  playground: Omit<Playground, "id">,
): Promise<number> {
  const { id } = await tx
    .insertInto("playground")
    .values({ ...playground, realm_id: realmId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function deletePlayground(tx: TurnTx, id: number): Promise<void> {
  await tx.deleteFrom("playground").where("id", "=", id).execute();
}
