/** Creates, changes and reorders profile fields. */

import { ApiError, demand, type ShapeOf, said } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { json } from "../../kernel/db/dialect.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandFits } from "../../kernel/limits/room.ts";
import { invisiblePosition, tidied, visibleForm } from "../../kernel/names/visible.ts";
import * as contract from "./contract.ts";
import { profileFieldsEvent } from "./events.ts";
import { knownAccount } from "./external-accounts.ts";
import { type FieldData, fieldDataOf } from "./field-data.ts";
import { presentField } from "./present.ts";
import { changeField, deleteChosen, deleteField, type FieldRow, fieldsOf, insertField } from "./store.ts";
import { FieldTypeId, typeWithId } from "./types.ts";

type Creation = ShapeOf<typeof contract.createProfileField.params>;
type ProfileFieldUpdate = ShapeOf<typeof contract.updateProfileField.params>;

export async function createField(ctx: Writing, request: Creation): Promise<number> {
  const { db, realm } = ctx;
  const { field_data, ...field } = checkNewField(ctx, request, await fieldsOf(db, realm.id));
  const id = await insertField(db, { realm_id: realm.id, ...field, field_data: field_data && json(field_data) });
  record(ctx, "profile_field_created", { field_id: id });
  await announceFields(ctx);
  return id;
}

/** What would be stored; throws if there cannot be such a field beside the others. */
export function checkNewField(
  ctx: Pick<Writing, "app">,
  request: Creation,
  others: readonly Pick<FieldRow, "name" | "display_in_profile_summary">[],
) {
  const { field_type, required, editable_by_user, display_in_profile_summary } = request;
  checkRoomInSummary(display_in_profile_summary, others);
  const field_data = fieldDataOf(field_type, request.field_data);
  const { name: sent, hint } = knownAccount(field_type, field_data) ?? request;
  const name = tidied(sent);
  demand(name !== "", new contract.LabelBlank());
  checkVisible(name);
  demand(typeWithId(field_type) !== undefined, new contract.InvalidFieldType());
  checkFitsSummary(display_in_profile_summary, field_type);
  checkLabel(name, others);
  demandFits(ctx, "profile_fields", others.length + 1);
  demandChoicesFit(ctx, field_data);
  return { field_type, name, hint, field_data, required, editable_by_user, display_in_profile_summary };
}

export async function updateField(ctx: WriteContext, request: ProfileFieldUpdate): Promise<void> {
  const { db, realm } = ctx;
  const all = await fieldsOf(db, realm.id);
  const field = withId(all, request.field_id);
  const others = all.filter((each) => each !== field);
  const { field_id: _, field_data: data, ...plain } = request;
  const isShown = plain.display_in_profile_summary ?? field.display_in_profile_summary;
  checkRoomInSummary(isShown, others);
  const field_data = data === undefined ? field.field_data : fieldDataOf(field.field_type, data);
  if (plain.name !== undefined && plain.name !== field.name) {
    plain.name = tidied(plain.name);
    checkVisible(plain.name);
  }
  const changed = { ...field, ...withoutUndefined(plain), field_data };
  if (knownAccount(field.field_type, field.field_data)) checkSameAccount(field, changed);
  demand(changed.name !== "", new contract.LabelBlank());
  checkFitsSummary(isShown, field.field_type);
  checkLabel(changed.name, others);
  if (JSON.stringify(presentField(changed)) === JSON.stringify(presentField(field))) return;

  if (data !== undefined) demandChoicesFit(ctx, field_data);
  await changeField(db, field.id, { ...withoutUndefined(plain), field_data: field_data && json(field_data) });
  if (field.field_type === FieldTypeId.choice)
    await deleteChosen(db, field.id, removedFrom(field_data, field.field_data));
  record(ctx, "profile_field_changed", { field_id: field.id });
  await announceFields(ctx);
}

function demandChoicesFit(ctx: Pick<Writing, "app">, field_data: FieldData | null): void {
  demandFits(ctx, "profile_field_choices", Object.keys(field_data ?? {}).length);
}

/** Without omitted parameters: those do not change. */
function withoutUndefined<T extends object>(request: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as never;
}

const removedFrom = (after: FieldData | null, before: FieldData | null): string[] =>
  Object.keys(before ?? {}).filter((key) => !Object.hasOwn(after ?? {}, key));

export async function removeField(ctx: WriteContext, id: number): Promise<void> {
  const { db, realm } = ctx;
  await deleteField(db, withId(await fieldsOf(db, realm.id), id).id);
  record(ctx, "profile_field_deleted", { field_id: id });
  await announceFields(ctx);
}

export async function reorderFields(ctx: WriteContext, order: readonly number[]): Promise<void> {
  const { db, realm } = ctx;
  const known = new Set((await fieldsOf(db, realm.id)).map((field) => field.id));
  const isComplete = order.length === known.size && new Set(order).size === known.size;
  demand(isComplete && order.every((id) => known.has(id)), new contract.InvalidFieldOrder());
  for (const [place, id] of order.entries()) await changeField(db, id, { place });
  record(ctx, "profile_fields_reordered", {});
  await announceFields(ctx);
}

function withId(fields: readonly FieldRow[], id: number): FieldRow {
  const field = fields.find((each) => each.id === id);
  if (!field) throw new contract.FieldNotFound({ id });
  return field;
}

function checkRoomInSummary(isShown: boolean, others: readonly Pick<FieldRow, "display_in_profile_summary">[]): void {
  const count = others.filter((field) => field.display_in_profile_summary).length;
  demand(!isShown || count < contract.MAX_IN_SUMMARY, new contract.SummaryIsFull());
}

function checkFitsSummary(isShown: boolean, type: number): void {
  demand(!isShown || typeWithId(type)?.fitsSummary === true, new contract.NotForSummary());
}

function checkVisible(name: string): void {
  const position = invisiblePosition(name);
  if (position !== undefined) throw new ApiError(said`Invalid character in label, at position ${position}.`);
}

function checkLabel(name: string, others: readonly Pick<FieldRow, "name">[]): void {
  const form = visibleForm(name);
  demand(!others.some((field) => visibleForm(field.name) === form), new contract.LabelTaken());
}

/** The label and URL of known external accounts are fixed. */
function checkSameAccount(field: FieldRow, changed: FieldRow): void {
  const fixed = ({ name, hint, field_data }: FieldRow) => JSON.stringify([name, hint, field_data]);
  demand(fixed(changed) === fixed(field), new contract.DefaultFieldFixed());
}

async function announceFields(ctx: Writing): Promise<void> {
  const fields = (await fieldsOf(ctx.db, ctx.realm.id)).map(presentField);
  append(ctx, profileFieldsEvent({ fields }), toEveryone);
}
