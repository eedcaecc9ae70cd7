import { openSnapshotPart } from "../../kernel/feature.ts";
import { keepsDrafts } from "./actions.ts";
import { draftForClient, draftsState, MAX_DRAFTS_AT_REGISTRATION } from "./contract.ts";
import { presentDraft } from "./present.ts";
import { draftsOf } from "./store.ts";

export const draftsSnapshot = openSnapshotPart("drafts", draftsState, async ({ db, user }, { profile }) => {
  const drafts = keepsDrafts(user) ? await draftsOf(db, user.id, MAX_DRAFTS_AT_REGISTRATION) : [];
  const { empty_topic_name } = profile.capabilities;
  return { drafts: drafts.map((draft) => draftForClient(presentDraft(draft), empty_topic_name)) };
});
