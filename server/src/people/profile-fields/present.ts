import type { ShapeOf } from "../../kernel/api/index.ts";
import type { profileFieldFields } from "./contract.ts";
import type { FieldRow } from "./store.ts";

export function presentField(field: FieldRow): ShapeOf<typeof profileFieldFields> {
  const { id, name, field_type, hint, field_data, place, required, editable_by_user } = field;
  return {
    id,
    name,
    type: field_type,
    hint,
    field_data: field_data === null ? "" : JSON.stringify(field_data),
    order: place,
    required,
    editable_by_user,
    ...(field.display_in_profile_summary ? { display_in_profile_summary: true } : {}),
  };
}
