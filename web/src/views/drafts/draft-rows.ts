/** Drafts as rows: those that only this browser has, then the server's, most recently edited first. */
import type { Draft } from "@parley/client";
import { drafts as operations } from "@parley/server/contract";
import { attempt } from "../../actions/attempt.ts";
import { narrowAddress } from "../../address/address.ts";
import { fragmentOf } from "../../address/fragment.ts";
import { desk } from "../../composer/desk.ts";
import { onlyHere } from "../../composer/drafts/only-here.ts";
import { isToNobody, NOWHERE, type Sheet } from "../../composer/sheet.ts";
import { narrowOfTarget, type Target, targetOfDraft } from "../../composer/target.ts";
import { showToast } from "../../parts/toasts.tsx";
import { router } from "../../state/place.ts";
import type { Session } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import type { KeptItem } from "./kept-item.ts";

export function draftRows(
  session: Session,
  drafts: ReadonlyMap<number, Draft>,
  setDown: readonly Sheet[],
): readonly KeptItem[] {
  const newest = [...drafts.values()].sort((a, b) => b.timestamp - a.timestamp);
  return [
    ...onlyHere(setDown, drafts, session.store.state.users.ownId).map((sheet) => rowOfSheet(session, sheet)),
    ...newest.map((draft) => rowOf(session, draft, unsavedOf(draft, setDown))),
  ];
}

/** What was written since the draft was saved. */
const unsavedOf = ({ id }: Draft, setDown: readonly Sheet[]): Sheet | undefined =>
  setDown.find(({ draftId, isSaved }) => draftId === id && !isSaved);

function go({ store }: Session, target: Target): void {
  const narrow = narrowOfTarget(target);
  if (narrow) router.navigate(fragmentOf(narrowAddress(narrow), store.state));
}

function rowOf(session: Session, draft: Draft, unsaved: Sheet | undefined): KeptItem {
  const { connection, store } = session;
  const { id, type, to, topic, timestamp } = draft;
  const content = unsaved?.text ?? draft.content;
  const target = targetOfDraft(draft, store.state.users.ownId);
  const open = () => {
    desk.restore(target, content, id);
    go(session, target);
  };
  const remove = () =>
    void attempt(async () => {
      await connection.call(operations.deleteDraft, { draft_id: id });
      // It would become another draft.
      if (unsaved) desk.finishText(unsaved.id, unsaved.text);
      const again = { drafts: [{ type, to, topic, content, timestamp }] };
      showToast({
        text: t("otherLists.draftDeleted"),
        undo: () => void attempt(() => connection.call(operations.createDrafts, again)),
      });
    });
  const actions = [{ label: t("otherLists.restore"), do: open }];
  return { key: `draft:${id}`, target, text: content, at: timestamp, open, actions, remove };
}

function rowOfSheet(session: Session, { id, target: chosen, text, isNew }: Sheet): KeptItem {
  const target = isNew && isToNobody(chosen) ? NOWHERE : chosen;
  const open = () => {
    desk.open(id);
    go(session, target);
  };
  const remove = () => {
    desk.finishText(id, text);
    showToast({ text: t("otherLists.draftDeleted"), undo: () => desk.adopt(target, text, undefined) });
  };
  const actions = [{ label: t("otherLists.restore"), do: open }];
  return { key: `sheet:${id}`, target, text, note: t("otherLists.onlyHere"), open, actions, remove };
}
