/** Keeps drafts for as long as the application runs. */
import { useEffect, useLayoutEffect } from "react";
import { useSession } from "../../state/session.tsx";
import { desk } from "../desk.ts";
import { topicRule } from "../topic-rule.ts";
import { draftFor } from "./draft-for.ts";

export function useDraftKeeping(): void {
  const session = useSession();
  // Before the view asks for its text.
  useLayoutEffect(() => {
    const { store, isVisitor } = session;
    if (isVisitor) return;
    desk.ask({
      draftFor: (target, held) => draftFor(store.state, target, held),
      isTopicRequired: (channelId) => topicRule(store.state, channelId) === "required",
    });
  }, [session]);
  useEffect(() => {
    if (session.isVisitor) return;
    let isWanted = true;
    let stop = () => {};
    const start = () =>
      import("./keep-drafts.ts").then(
        ({ keepDrafts }) => {
          if (isWanted) stop = keepDrafts(session);
        },
        // Without the server there is nothing to load it from: it is tried again.
        () => isWanted && setTimeout(start, RETRY_MS),
      );
    void start();
    return () => {
      isWanted = false;
      stop();
    };
  }, [session]);
}

const RETRY_MS = 5000;
