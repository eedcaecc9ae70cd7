/** Binds the writing desk to its drafts: takes up what was left here, keeps what is written, finds a conversation's own. */
import { type Draft, RequestError, type State } from "@parley/client";
import { drafts as draftOperations } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { keep, recall } from "../../state/keeping.ts";
import { type Session, useSession } from "../../state/session.tsx";
import { settingsOf } from "../../state/settings.ts";
import { desk } from "../desk.ts";
import { draftOf, isSameTarget, type Target, targetOfDraft } from "../target.ts";
import { DraftKeeper, type Kept } from "./keeper.ts";

const placeOf = (state: State): string => `draft.${state.users.ownId}`;

function newKeeper({ connection, store }: Session, onSaved: (id: number | undefined) => void): DraftKeeper {
  return new DraftKeeper({
    isSynchronized: () => settingsOf(store.state).enable_drafts_synchronization,
    keepHere: (kept) => keep(placeOf(store.state), kept),
    onSaved,
    server: {
      async create(draft) {
        const { ids } = await connection.call(draftOperations.createDrafts, { drafts: [draft] });
        return ids[0] as number;
      },
      edit: (draft_id, draft) =>
        connection.call(draftOperations.editDraft, { draft_id, draft }).then(
          () => true,
          (error: unknown) => {
            if (error instanceof RequestError && error.status === 404) return false;
            throw error;
          },
        ),
      remove: async (draft_id) => {
        await connection.call(draftOperations.deleteDraft, { draft_id });
      },
    },
  });
}

/** The draft of a conversation that was edited last. */
export function draftFor({ drafts, users }: State, target: Target): Draft | undefined {
  const own = [...drafts.values()].filter((draft) => isSameTarget(targetOfDraft(draft, users.ownId), target));
  return own.sort((a, b) => b.timestamp - a.timestamp)[0];
}

export interface Drafts {
  readonly isSaved: boolean;
  /** Of what was sent. */
  forget(): void;
}

export function useDrafts(): Drafts {
  const session = useSession();
  const { store } = session;
  const [isSaved, setSaved] = useState(false);
  const [keeper] = useState(() =>
    newKeeper(session, (draftId) => {
      setSaved(draftId !== undefined);
      if (desk.get().draftId !== draftId && !desk.isEmpty) desk.change({ draftId });
    }),
  );
  useEffect(() => {
    const left = recall<Kept>(placeOf(store.state));
    if (left && desk.isEmpty) {
      const { id, draft } = left;
      desk.change({ target: targetOfDraft(draft, store.state.users.ownId), text: draft.content, draftId: id });
    }
    let known = desk.get().text;
    const stop = desk.subscribe(() => {
      const { target, text, draftId } = desk.get();
      if (text !== known) setSaved(false);
      known = text;
      keeper.note({ id: draftId, draft: draftOf(target, text, store.state) });
    });
    const flush = () => void keeper.flush();
    addEventListener("pagehide", flush);
    return () => {
      stop();
      removeEventListener("pagehide", flush);
      flush();
    };
  }, [keeper, store]);
  useEffect(
    () => store.onChange((state, events) => events?.some(({ type }) => type === "drafts") && reconcile(state)),
    [store],
  );
  return { isSaved, forget: () => void keeper.forget(desk.get().draftId) };
}

/** Another device has written on in the draft that is open here: the newer text wins, the older is kept beside it. */
function reconcile(state: State): void {
  const { draftId, text } = desk.get();
  const theirs = draftId === undefined ? undefined : state.drafts.get(draftId);
  if (draftId !== undefined && !theirs) desk.change({ draftId: undefined });
  if (!theirs || theirs.content === text || text.startsWith(theirs.content)) return;
  const isTyping = document.activeElement?.closest("[data-region=composer]") !== null && document.hasFocus();
  // Whoever writes here has the newer text; theirs stays where it is and ours becomes another draft.
  if (isTyping) desk.change({ draftId: undefined });
  else desk.change({ target: targetOfDraft(theirs, state.users.ownId), text: theirs.content });
}
