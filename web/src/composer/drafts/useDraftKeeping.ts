/** Connects the composer to its drafts: restores local drafts and saves new text. */
import { RequestError, type State } from "@parley/client";
import { drafts as operations } from "@parley/server/contract";
import { useEffect } from "react";
import { keep, recall } from "../../state/keeping.ts";
import { type Session, useSession } from "../../state/session.tsx";
import { settingsOf } from "../../state/settings.ts";
import { desk } from "../desk.ts";
import { draftOf, targetOfDraft } from "../target.ts";
import { DraftKeeper, type KeptDraft } from "./keeper.ts";

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

export function useDraftKeeping(): void {
  const session = useSession();
  useEffect(() => {
    const { store, isVisitor } = session;
    if (isVisitor) return;
    // Versions saved by this device: their events are not news.
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

/** Sends drafts of an earlier visit to the server; without synchronization, restores them into the composer. */
function takeUp(keeper: DraftKeeper, state: State): void {
  const kept = recall<readonly KeptDraft[]>(placeOf(state)) ?? [];
  const [first, ...others] = kept;
  if (!first) return;
  const { draftId, text } = desk.get();
  const isOpen = text !== "" && draftId !== undefined && draftId === first.id;
  if (!isOpen && (isSynchronized(state) || text !== "")) return void keeper.adopt(kept);
  desk.change({ target: targetOfDraft(first.draft, state.users.ownId), text: first.draft.content, draftId: first.id });
  keeper.note(first);
  void keeper.adopt(others);
}

/** Another device changed the open draft: the newer text wins, and the older one is kept as another draft. */
function reconcile(state: State, said: ReadonlySet<string>): void {
  const { draftId, text, isSaved } = desk.get();
  if (draftId === undefined) return;
  const theirs = state.drafts.get(draftId);
  if (theirs && (theirs.content === text || said.has(theirs.content))) return;
  // Unsaved text here is newer: it becomes a separate draft.
  if (!theirs || !isSaved) desk.change({ draftId: undefined, isSaved: false });
  else desk.change({ target: targetOfDraft(theirs, state.users.ownId), text: theirs.content });
}
