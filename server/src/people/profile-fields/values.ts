/** Changes the values of profile fields. */

import { ApiError, demand, said, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { append } from "../../kernel/events/log.ts";
import { renderPlainly } from "../../text/rendered.ts";
import { toUsersWithAccess } from "../users/access/audience.ts";
import { accessOf } from "../users/access/viewer.ts";
import { userUpdateEvent } from "../users/events.ts";
import type { UserRow } from "../users/present.ts";
import { usersOf } from "../users/store.ts";
import { BotsHaveNoProfile, FieldNotEditable, FieldNotFound } from "./contract.ts";
import { mayFillIn } from "./permissions.ts";
import { deleteValues, type FieldRow, fieldsOf, storeValues, type ValueRow, valuesIn } from "./store.ts";
import { FieldTypeId, typeWithId } from "./types.ts";
import { isNothing, type SentValue, storedValue } from "./value-rules.ts";

interface ShownValue {
  id: number;
  value: string | null;
  rendered_value?: string;
}

export interface SentEntry {
  readonly id: number;
  readonly value: SentValue;
}

/**
 * Checks everything before storing anything. The caller checks that the profile is the user's own, or that an
 * administrator changes it. Announces removed values first, then changed ones.
 */
export async function changeProfile(
  ctx: WriteContext,
  user: Pick<UserRow, "id" | "bot_type">,
  sent: readonly SentEntry[],
): Promise<void> {
  const { db, realm } = ctx;
  const userId = user.id;
  if (sent.length === 0) return;
  demand(user.bot_type === null, new BotsHaveNoProfile());
  const fields = new Map((await fieldsOf(db, realm.id)).map((field) => [field.id, field]));
  const wanted = new Map<FieldRow, string | null>();
  for (const { id, value } of sent) {
    const field = fields.get(id);
    if (!field) throw new FieldNotFound({ id });
    demand(mayFillIn(ctx.user, field), new FieldNotEditable());
    wanted.set(field, isNothing(value) ? null : withoutEmptyList(field, storedValue(field, value)));
  }
  await checkPeople(ctx, wanted);

  const before = new Map((await valuesIn(db, realm.id, [userId])).map((row) => [row.field_id, row.value]));
  const isNew = ([field, value]: [FieldRow, string | null]) => (before.get(field.id) ?? null) !== value;
  const changes = [...wanted].filter(isNew);
  const removed = changes.filter(([, value]) => value === null).map(([field]) => field.id);
  const stored: ValueRow[] = [];
  for (const [field, value] of changes) if (value !== null) stored.push(await rowOf(ctx, field, userId, value));
  await deleteValues(db, userId, removed);
  await storeValues(db, stored);
  if (changes.length === 0) return;
  if (userId !== ctx.user.id)
    for (const [field] of changes) record(ctx, "user_profile_changed", { user: userId, field_id: field.id });
  const audience = await toUsersWithAccess(ctx, user);
  const announceValue = (custom_profile_field: ShownValue) =>
    append(ctx, userUpdateEvent({ op: "update", person: { user_id: userId, custom_profile_field } }), audience);
  for (const id of removed) announceValue({ id, value: null });
  for (const { field_id: id, value, rendered_value } of stored)
    announceValue({ id, value, ...(rendered_value === null ? {} : { rendered_value }) });
}

/** An empty list may also arrive as JSON text. */
const withoutEmptyList = (field: FieldRow, value: string) =>
  field.field_type === FieldTypeId.people && value === "[]" ? null : value;

/** Checks all named users in one query. Users the caller cannot access count as missing. */
async function checkPeople(ctx: WriteContext, wanted: ReadonlyMap<FieldRow, string | null>): Promise<void> {
  const ids = [...wanted].flatMap(([field, value]) =>
    field.field_type === FieldTypeId.people && value !== null ? (JSON.parse(value) as UserId[]) : [],
  );
  if (ids.length === 0) return;
  const isAccessible = await accessOf(ctx, ids);
  const found = (await usersOf(ctx.db, ctx.realm.id, ids)).filter(isAccessible);
  const known = new Map(found.map((user) => [user.id, user]));
  const unknown = [...new Set(ids)].filter((id) => !known.has(id));
  demand(unknown.length === 0, new ApiError(said`Invalid user IDs: ${unknown.join(", ")}`));
  for (const id of ids) {
    const user = known.get(id);
    demand(user?.is_active === true, new ApiError(said`User with ID ${id} is deactivated`));
    demand(user?.bot_type === null, new ApiError(said`User with ID ${id} is a bot`));
  }
}

/** Profiles are not messages: their text cannot mention anyone. */
async function rowOf(ctx: WriteContext, field: FieldRow, user_id: UserId, value: string): Promise<ValueRow> {
  const rendered_value = typeWithId(field.field_type)?.isRendered ? await renderPlainly(ctx, value) : null;
  return { field_id: field.id, user_id, value, rendered_value };
}
