import { openSnapshotPart } from "../../kernel/feature.ts";
import { alertWordsState } from "./contract.ts";
import { alertWordsOf } from "./store.ts";

export const alertWordsSnapshot = openSnapshotPart("alert_words", alertWordsState, async ({ db, user }) => ({
  alert_words: await alertWordsOf(db, user.id),
}));
