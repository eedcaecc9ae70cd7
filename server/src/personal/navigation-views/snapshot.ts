import { openSnapshotPart } from "../../kernel/feature.ts";
import { navigationViewsState } from "./contract.ts";
import { viewsOf } from "./store.ts";

export const navigationViewsSnapshot = openSnapshotPart(
  "navigation_views",
  navigationViewsState,
  async ({ db, user }) => ({ navigation_views: await viewsOf(db, user.id) }),
);
