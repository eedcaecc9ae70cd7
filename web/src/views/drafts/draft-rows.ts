/** Drafts as rows, most recently edited first. */
import type { Draft } from "@parley/client";
import { drafts as operations } from "@parley/server/contract";
import { attempt } from "../../actions/attempt.ts";
import { narrowAddress } from "../../address/address.ts";
import { fragmentOf } from "../../address/fragment.ts";
import { desk } from "../../composer/desk.ts";
import { narrowOfTarget, targetOfDraft } from "../../composer/target.ts";
import { showToast } from "../../parts/toasts.tsx";
import { router } from "../../state/place.ts";
import type { Session } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import type { KeptItem } from "./kept-item.ts";

export function draftRows(session: Session, drafts: ReadonlyMap<number, Draft>): KeptItem[] {
  return [...drafts.values()].sort((a, b) => b.timestamp - a.timestamp).map((draft) => rowOf(session, draft));
}

function rowOf(session: Session, draft: Draft): KeptItem {
  const { connection, store } = session;
  const { id, type, to, topic, content, timestamp } = draft;
  const target = targetOfDraft(draft, store.state.users.ownId);
  const open = () => {
    desk.restore(target, content, id);
    const narrow = narrowOfTarget(target);
    if (narrow) router.navigate(fragmentOf(narrowAddress(narrow), store.state));
  };
  const remove = () =>
    void attempt(async () => {
      await connection.call(operations.deleteDraft, { draft_id: id });
      const again = { drafts: [{ type, to, topic, content, timestamp }] };
      showToast({
        text: t("lists.draftDeleted"),
        undo: () => void attempt(() => connection.call(operations.createDrafts, again)),
      });
    });
  const restore = { label: t("lists.restore"), do: open };
  return { key: `draft:${id}`, target, text: content, at: timestamp, open, actions: [restore], remove };
}
