import type { Insertable, Selectable, Updateable } from "kysely";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf, isAnyTextOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

export type FieldRow = Selectable<Schema["profile_field"]>;
export type ValueRow = Selectable<Schema["profile_value"]>;

/** In display order. */
export function fieldsOf(db: Db, realmId: RealmId): Promise<FieldRow[]> {
  return db
    .selectFrom("profile_field")
    .selectAll()
    .where("realm_id", "=", realmId)
    .orderBy("place")
    .orderBy("id")
    .execute();
}

/** A new field comes last. */
export async function insertField(
  tx: TurnTx,
  field: Omit<Insertable<Schema["profile_field"]>, "place">,
): Promise<number> {
  const { id } = await tx
    .insertInto("profile_field")
    .values({ ...field, place: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await changeField(tx, id, { place: id });
  return id;
}

export async function changeField(tx: TurnTx, id: number, changes: Updateable<Schema["profile_field"]>): Promise<void> {
  await tx.updateTable("profile_field").set(changes).where("id", "=", id).execute();
}

/** Also deletes its values. */
export async function deleteField(tx: TurnTx, id: number): Promise<void> {
  await tx.deleteFrom("profile_field").where("id", "=", id).execute();
}

/** Deletes the values of users who chose one of these. */
export async function deleteChosen(tx: TurnTx, fieldId: number, choices: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("profile_value")
    .where("field_id", "=", fieldId)
    .where(isAnyTextOf(tx, "value", choices))
    .execute();
}

/** The values of these users, or of everyone in the organization. */
export function valuesIn(db: Db, realmId: RealmId, userIds?: readonly UserId[]): Promise<ValueRow[]> {
  const values = db
    .selectFrom("profile_value")
    .innerJoin("profile_field", "profile_field.id", "profile_value.field_id")
    .select(["field_id", "user_id", "value", "rendered_value"])
    .where("realm_id", "=", realmId);
  return (userIds ? values.where(isAnyOf(db, "user_id", userIds)) : values).execute();
}

export async function storeValues(tx: TurnTx, values: readonly ValueRow[]): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insertInto("profile_value")
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(["field_id", "user_id"]).doUpdateSet((eb) => ({
        value: eb.ref("excluded.value"),
        rendered_value: eb.ref("excluded.rendered_value"),
      })),
    )
    .execute();
}

export async function deleteValues(tx: TurnTx, userId: UserId, fieldIds: readonly number[]): Promise<void> {
  if (fieldIds.length === 0) return;
  await tx
    .deleteFrom("profile_value")
    .where("user_id", "=", userId)
    .where(isAnyOf(tx, "field_id", fieldIds))
    .execute();
}
