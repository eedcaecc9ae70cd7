import type { UserId } from "../../kernel/api/ids.ts";
import { sharedSnapshotPart, snapshotPart } from "../../kernel/feature.ts";
import { canAccessAllUsers } from "../users/access/permissions.ts";
import { accessOf } from "../users/access/viewer.ts";
import { userStatusState } from "./contract.ts";
import { presentStatus } from "./present.ts";
import { awayIn, NO_STATUS, type Status, statusesIn } from "./store.ts";

export const userStatusSnapshot = sharedSnapshotPart(
  snapshotPart(
    "user_status",
    userStatusState,
    async (ctx, { profile: { dialect } }) => {
      const { db, realm } = ctx;
      const isAccessible = await accessOf(ctx);
      const away = new Set(await awayIn(db, realm.id));
      const statuses = new Map<UserId, Status>((await statusesIn(db, realm.id)).map((row) => [row.user_id, row]));
      const ids = [...new Set([...statuses.keys(), ...away])].filter((id) => isAccessible({ id, bot_type: null }));
      ids.sort((a, b) => a - b);
      const entries = ids.map((id) => [
        id,
        presentStatus(statuses.get(id) ?? NO_STATUS, { away: away.has(id), dialect }),
      ]);
      return { user_status: Object.fromEntries(entries) };
    },
    async () => ({ user_status: {} }),
  ),
  {
    keyOf: ({ realm, user }, { profile }) => (canAccessAllUsers(user, realm) ? profile.dialect : undefined),
    // Who hides their presence counts as away.
    changedBy: { events: ["realm_user", "user_settings", "user_status"] },
  },
);
