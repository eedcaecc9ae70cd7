/**
 * Changed permissions that are not saved yet. A draft counts only while the stored value is the one that it was made
 * from: if somebody else changes it meanwhile, their value is shown.
 */
import { isSameWho, type Roles, type WhoValue } from "./who.ts";

export interface PermissionDraft {
  readonly value: WhoValue;
  /** The stored value that the reader saw. */
  readonly from: WhoValue;
  /** The server has accepted it; the event is on its way. */
  readonly isSaved: boolean;
}

export type Drafts<Key extends string = string> = Readonly<Partial<Record<Key, PermissionDraft>>>;

export interface Standing {
  readonly value: WhoValue;
  readonly isChanged: boolean;
  /** What the reader had chosen when somebody else changed it. */
  readonly overtaken: WhoValue | undefined;
}

export function standingOf(draft: PermissionDraft | undefined, stored: WhoValue, roles: Roles): Standing {
  if (!draft || isSameWho(draft.value, stored, roles)) return { value: stored, isChanged: false, overtaken: undefined };
  if (isSameWho(draft.from, stored, roles))
    return { value: draft.value, isChanged: !draft.isSaved, overtaken: undefined };
  return { value: stored, isChanged: false, overtaken: draft.isSaved ? undefined : draft.value };
}

/** A further change keeps the value that was seen first, unless somebody else's value was shown since. */
export function drafted(
  draft: PermissionDraft | undefined,
  stored: WhoValue,
  value: WhoValue,
  roles: Roles,
): PermissionDraft {
  const isCurrent = draft !== undefined && isSameWho(draft.from, stored, roles);
  return { value, from: isCurrent ? draft.from : stored, isSaved: false };
}
