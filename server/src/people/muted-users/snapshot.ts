import { openSnapshotPart } from "../../kernel/feature.ts";
import { mutedUsersState } from "./contract.ts";
import { mutedBy } from "./store.ts";

export const mutedUsersSnapshot = openSnapshotPart("muted_users", mutedUsersState, async ({ db, user }) => ({
  muted_users: await mutedBy(db, user.id),
}));
