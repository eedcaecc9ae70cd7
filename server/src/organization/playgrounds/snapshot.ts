import { commonSnapshotPart, openSnapshotPart } from "../../kernel/feature.ts";
import { playgroundsState } from "./contract.ts";
import { playgroundsOf } from "./store.ts";

export const playgroundsSnapshot = commonSnapshotPart(
  openSnapshotPart("realm_playgrounds", playgroundsState, async ({ db, realm }) => ({
    realm_playgrounds: await playgroundsOf(db, realm.id),
  })),
);
