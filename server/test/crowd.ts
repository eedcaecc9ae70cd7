import { Role } from "../src/kernel/access/roles.ts";
import type { Organization } from "./index.ts";

/** Engines limit the number of parameters in a statement. */
const AT_ONCE = 500;

/** Inserts member accounts as bare rows: creating thousands through the API takes too long. */
export async function crowd(acme: Organization, size: number): Promise<number[]> {
  const ids: number[] = [];
  await acme.alter(async (tx) => {
    const model = await tx.selectFrom("user").selectAll().where("id", "=", acme.owner.id).executeTakeFirstOrThrow();
    const { id: _, settings: __, ...copied } = model;
    for (let start = 0; start < size; start += AT_ONCE) {
      const rows = Array.from({ length: Math.min(AT_ONCE, size - start) }, (_each, index) => ({
        ...copied,
        settings: "{}",
        role: Role.member,
        full_name: `Person ${start + index}`,
        delivery_email: `p${start + index}@example.com`,
        delivery_email_key: `p${start + index}@example.com`,
        api_key_hash: `${acme.realm.id}-${start + index}`,
      }));
      const made = await tx.insertInto("user").values(rows).returning("id").execute();
      ids.push(...made.map((row) => row.id));
    }
    for (const group of ["role:members", "role:fullmembers"] as const)
      for (let start = 0; start < ids.length; start += AT_ONCE) {
        const group_id = acme.realm.systemGroups[group];
        const members = ids.slice(start, start + AT_ONCE).map((user_id) => ({ group_id, user_id }));
        await tx.insertInto("user_group_member").values(members).execute();
      }
  });
  return ids;
}
