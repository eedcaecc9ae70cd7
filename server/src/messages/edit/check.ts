/** Rejects content edits that the rules do not allow. */
import type { Realm } from "../../kernel/context.ts";
import { EditingDisabled, EditTimeLimitPassed, MayNotEdit } from "./contract.ts";
import { type Age, faultOfEditing } from "./permissions.ts";

const REFUSALS = { editingDisabled: EditingDisabled, notSender: MayNotEdit, tooLate: EditTimeLimitPassed };

export function demandMayEdit({ settings }: Realm, facts: Age & { isOwn: boolean }): void {
  const fault = faultOfEditing(settings, facts);
  if (fault) throw new REFUSALS[fault]();
}
