import { commonSnapshotPart, openSnapshotPart } from "../../kernel/feature.ts";
import { customEmojiState } from "./contract.ts";
import { presentEmoji } from "./present.ts";
import { allEmoji } from "./store.ts";

export const customEmojiSnapshot = commonSnapshotPart(
  openSnapshotPart("realm_emoji", customEmojiState, async ({ db, realm }) => ({
    realm_emoji: presentEmoji(await allEmoji(db, realm.id)),
  })),
);
