/** A change of a setting as the audit log records it: without the values of texts. */
import { type Field, isListed } from "../../kernel/api/index.ts";

type RecordedValue = boolean | number | string | null;

interface RecordedChange {
  readonly setting: string;
  readonly from?: RecordedValue;
  readonly to?: RecordedValue;
}

export function settingChange(
  setting: string,
  { field }: { readonly field: Field },
  values: { readonly from: unknown; readonly to: unknown },
): RecordedChange {
  const recorded = Object.entries(values).filter(([, value]) => isRecorded(field, value));
  return { setting, ...Object.fromEntries(recorded) };
}

/** A text only if it is one of the values that the declaration lists. */
function isRecorded(field: Field, value: unknown): value is RecordedValue {
  if (typeof value === "string") return isListed(field);
  return value === null || typeof value === "boolean" || typeof value === "number";
}
