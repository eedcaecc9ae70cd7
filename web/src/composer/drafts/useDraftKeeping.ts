/** Keeps drafts for as long as the application runs. */
import { useLayoutEffect } from "react";
import { useSession } from "../../state/session.tsx";
import { desk } from "../desk.ts";
import { topicRule } from "../topic-rule.ts";
import { draftFor } from "./draft-for.ts";
import { keepDrafts } from "./keep-drafts.ts";
import { keptDraftsOf } from "./kept-drafts.ts";
import { takeUp } from "./take-up.ts";

/** A layout effect, so that the desk has its texts before the view asks for one. */
export function useDraftKeeping(): void {
  const session = useSession();
  useLayoutEffect(() => {
    const { store, isVisitor } = session;
    if (isVisitor) return;
    desk.ask({
      draftFor: (target, held) => draftFor(store.state, target, held),
      isTopicRequired: (channelId) => topicRule(store.state, channelId) === "required",
    });
    const { drafts, users } = store.state;
    const isUpToDate = session.sync.queueId !== undefined;
    const kept = keptDraftsOf(users.ownId);
    const former = kept.recall();
    takeUp(desk, { kept: former, drafts, isUpToDate, ownId: users.ownId });
    return keepDrafts(session, kept, former);
  }, [session]);
}
