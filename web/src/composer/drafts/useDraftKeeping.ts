/** Binds the writing desk to its drafts: takes up what was left here, and keeps what is written. */
import { RequestError, type State } from "@parley/client";
import { drafts as operations } from "@parley/server/contract";
import { useEffect } from "react";
import { keep, recall } from "../../state/keeping.ts";
import { type Session, useSession } from "../../state/session.tsx";
import { settingsOf } from "../../state/settings.ts";
import { desk } from "../desk.ts";
import { draftOf, targetOfDraft } from "../target.ts";
import { DraftKeeper, type Kept } from "./keeper.ts";

const placeOf = (state: State): string => `drafts.${state.users.ownId}`;

const isSynchronized = (state: State): boolean => settingsOf(state).enable_drafts_synchronization;

function newKeeper({ connection, store }: Session, said: Set<string>): DraftKeeper {
  return new DraftKeeper({
    isSynchronized: () => isSynchronized(store.state),
    keepHere: (kept) => keep(placeOf(store.state), kept.length > 0 ? kept : undefined),
    onSaved: (draftId) => desk.change({ draftId, isSaved: draftId !== undefined }),
    server: {
      async create(draft) {
        said.add(draft.content);
        const { ids } = await connection.call(operations.createDrafts, { drafts: [draft] });
        return ids[0] as number;
      },
      edit: (draft_id, draft) => {
        said.add(draft.content);
        return unlessGone(connection.call(operations.editDraft, { draft_id, draft }));
      },
      remove: async (draft_id) => {
        await unlessGone(connection.call(operations.deleteDraft, { draft_id }));
      },
    },
  });
}

/** False when the draft is not there any more: another device may have sent or deleted it. */
function unlessGone(answer: Promise<unknown>): Promise<boolean> {
  return answer.then(
    () => true,
    (error: unknown) => {
      if (error instanceof RequestError && error.status === 404) return false;
      throw error;
    },
  );
}

export function useDraftKeeping(): void {
  const session = useSession();
  useEffect(() => {
    const { store, isVisitor } = session;
    if (isVisitor) return;
    // What this device has saved of the open message: hearing of it again is no news.
    const said = new Set<string>();
    const keeper = newKeeper(session, said);
    takeUp(keeper, store.state);
    let known = desk.get();
    const stop = desk.subscribe(() => {
      const before = known;
      known = desk.get();
      const { sheet, last, target, text, draftId } = known;
      const kept = { id: draftId, draft: draftOf(target, text, store.state) };
      if (sheet !== before.sheet) {
        said.clear();
        void (last === "done" ? keeper.forget(before.draftId) : keeper.turn(draftId === undefined ? undefined : kept));
        if (draftId !== undefined) return;
      }
      if (sheet !== before.sheet || text !== before.text || target !== before.target) keeper.note(kept);
    });
    const stopListening = store.onChange(
      (state, events) => events?.some(({ type }) => type === "drafts") && reconcile(state, said),
    );
    const flush = () => void keeper.flush();
    addEventListener("pagehide", flush);
    addEventListener("online", flush);
    return () => {
      stop();
      stopListening();
      removeEventListener("pagehide", flush);
      removeEventListener("online", flush);
      flush();
    };
  }, [session]);
}

/** What an earlier visit left goes to the server, where its conversation finds it; without that, back onto the desk. */
function takeUp(keeper: DraftKeeper, state: State): void {
  const kept = recall<readonly Kept[]>(placeOf(state)) ?? [];
  const [first, ...others] = kept;
  if (!first) return;
  const { draftId, text } = desk.get();
  const isOpen = text !== "" && draftId !== undefined && draftId === first.id;
  if (!isOpen && (isSynchronized(state) || text !== "")) return void keeper.adopt(kept);
  desk.change({ target: targetOfDraft(first.draft, state.users.ownId), text: first.draft.content, draftId: first.id });
  keeper.note(first);
  void keeper.adopt(others);
}

/** Another device has written on in the draft that is open here: the newer text wins, the older is kept beside it. */
function reconcile(state: State, said: ReadonlySet<string>): void {
  const { draftId, text, isSaved } = desk.get();
  if (draftId === undefined) return;
  const theirs = state.drafts.get(draftId);
  if (theirs && (theirs.content === text || said.has(theirs.content))) return;
  // Whoever has written here since has the newer text; theirs stays where it is and ours becomes another draft.
  if (!theirs || !isSaved) desk.change({ draftId: undefined, isSaved: false });
  else desk.change({ target: targetOfDraft(theirs, state.users.ownId), text: theirs.content });
}
