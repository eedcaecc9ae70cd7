/** Open invitations: the reader's own, or everyone's for administrators. They are not in the store. */
import { invites, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { useSession } from "../../../state/session.tsx";

export type OpenInvitation = ShapeOf<typeof invites.getInvites.response>["invites"][number];

interface Invitations {
  /** Undefined while loading. */
  readonly invitations: readonly OpenInvitation[] | undefined;
  readonly problem: string | undefined;
  readonly retry: () => void;
}

/** Fetched again whenever the server says that they have changed, or when events were missed. */
export function useInvitations(): Invitations {
  const { connection, store } = useSession();
  const [invitations, setInvitations] = useState<readonly OpenInvitation[]>();
  const [problem, setProblem] = useState<string>();
  const [attempts, setAttempts] = useState(0);
  const again = () => setAttempts((count) => count + 1);
  useEffect(
    () =>
      store.onChange((_, events) => {
        if (!events || events.some(({ type }) => type === "invites_changed")) setAttempts((count) => count + 1);
      }),
    [store],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const leaving = new AbortController();
    connection.call(invites.getInvites, {}, { signal: leaving.signal }).then(
      ({ invites: open }) => {
        if (leaving.signal.aborted) return;
        setInvitations(open);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setProblem(sentenceOf(error));
      },
    );
    return () => leaving.abort();
  }, [connection, attempts]);
  return { invitations, problem, retry: again };
}
