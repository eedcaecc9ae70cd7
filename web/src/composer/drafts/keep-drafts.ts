/** Keeps the drafts of a session until it is stopped. */
import { RequestError } from "@parley/client";
import { drafts as operations } from "@parley/server/contract";
import type { Session } from "../../state/session.tsx";
import { settingsOf } from "../../state/settings.ts";
import { desk } from "../desk.ts";
import type { DraftServer } from "./keeper.ts";
import { Keeping } from "./keeping.ts";
import { keepDraftsHere, keptDrafts } from "./kept-drafts.ts";

function serverOf({ connection }: Session): DraftServer {
  return {
    async create(draft) {
      const { ids } = await connection.call(operations.createDrafts, { drafts: [draft] });
      return ids[0] as number;
    },
    edit: (draft_id, draft) => unlessGone(connection.call(operations.editDraft, { draft_id, draft })),
    remove: async (draft_id) => {
      await unlessGone(connection.call(operations.deleteDraft, { draft_id }));
    },
  };
}

/** Resolves to false if the draft no longer exists: another device may have sent or deleted it. */
function unlessGone(answer: Promise<unknown>): Promise<boolean> {
  return answer.then(
    () => true,
    (error: unknown) => {
      if (error instanceof RequestError && error.status === 404) return false;
      throw error;
    },
  );
}

export function keepDrafts(session: Session): () => void {
  const { store } = session;
  const { ownId } = store.state.users;
  const keeping = new Keeping({
    desk,
    server: serverOf(session),
    ownId,
    isSynchronized: () => settingsOf(store.state).enable_drafts_synchronization,
    isUpToDate: () => session.sync.queueId !== undefined,
    drafts: () => store.state.drafts,
    recall: () => keptDrafts(ownId),
    keepHere: (kept) => keepDraftsHere(ownId, kept),
  });
  const stopListening = store.onChange(({ drafts }, events) =>
    events ? keeping.follow(events) : keeping.compare(drafts),
  );
  const flush = () => void keeping.flush();
  addEventListener("pagehide", flush);
  addEventListener("online", flush);
  return () => {
    stopListening();
    removeEventListener("pagehide", flush);
    removeEventListener("online", flush);
    keeping.stop();
  };
}
