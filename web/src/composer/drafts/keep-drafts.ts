/** Keeps the drafts of a session until it is stopped. */
import { RequestError } from "@parley/client";
import { drafts as operations } from "@parley/server/contract";
import type { Session } from "../../state/session.tsx";
import { settingsOf } from "../../state/settings.ts";
import { desk } from "../desk.ts";
import type { DraftServer, KeptDraft } from "./keeper.ts";
import { Keeping } from "./keeping.ts";
import type { KeptDrafts } from "./kept-drafts.ts";

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

let current: { readonly keeping: Keeping; readonly kept: KeptDrafts } | undefined;

const OTHERS_EVERY_MS = 100;

/**
 * Saves what is unsaved, as far as the server responds in time, and gives other windows that time, too. Returns what the
 * server does not have then.
 */
export async function saveDrafts(withinMs: number): Promise<readonly KeptDraft["draft"][]> {
  if (!current) return [];
  const { keeping, kept } = current;
  const deadline = Date.now() + withinMs;
  await Promise.race([keeping.flush(), pause(withinMs)]);
  while (keeping.isSynchronized && kept.ofOthers.length > 0 && Date.now() < deadline) await pause(OTHERS_EVERY_MS);
  return [...keeping.unsaved, ...kept.ofOthers].map(({ draft }) => draft);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function keepDrafts(session: Session, kept: KeptDrafts, former: readonly KeptDraft[]): () => void {
  const { store } = session;
  const { ownId } = store.state.users;
  const keeping = new Keeping({
    desk,
    server: serverOf(session),
    ownId,
    isSynchronized: () => settingsOf(store.state).enable_drafts_synchronization,
    isUpToDate: () => session.sync.queueId !== undefined,
    drafts: () => store.state.drafts,
    former,
    keepHere: (drafts) => kept.keep(drafts),
  });
  current = { keeping, kept };
  const stopListening = store.onChange(({ drafts }, events) =>
    events ? keeping.follow(events) : keeping.compare(drafts),
  );
  const stopWatching = kept.watch((left) => keeping.takeOver(left));
  const flush = () => void keeping.flush();
  // Phones may end a hidden page without a further event.
  const leave = ({ type }: Event) => {
    if (type === "visibilitychange" && !document.hidden) return kept.stay();
    flush();
    kept.leave();
  };
  for (const leaving of ["pagehide", "visibilitychange"]) addEventListener(leaving, leave);
  addEventListener("online", flush);
  return () => {
    stopListening();
    stopWatching();
    for (const leaving of ["pagehide", "visibilitychange"]) removeEventListener(leaving, leave);
    removeEventListener("online", flush);
    keeping.stop();
    if (current?.keeping === keeping) current = undefined;
  };
}
