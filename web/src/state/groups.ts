import type { UserGroup } from "@parley/client";

/** A group as the server's rules take it. */
export const groupFacts = (group: UserGroup) => ({
  ...group,
  kind: group.is_system_group ? ("system" as const) : ("named" as const),
});
