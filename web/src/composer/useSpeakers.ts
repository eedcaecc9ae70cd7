/** Who wrote in the conversation lately: they are the likeliest to be mentioned. */
import { useSyncExternalStore } from "react";
import { useSession } from "../state/session.tsx";
import { narrowOfTarget, type Target } from "./target.ts";

const LATELY = 50;
const NOBODY: ReadonlySet<number> = new Set();

export function useSpeakers(target: Target): ReadonlySet<number> {
  const { messages } = useSession();
  const narrow = narrowOfTarget(target);
  const view = narrow ? messages.view(narrow as never) : undefined;
  const state = useSyncExternalStore(
    (listener) => view?.onChange(listener) ?? (() => {}),
    () => view?.state,
  );
  if (!state) return NOBODY;
  return new Set(state.ids.slice(-LATELY).flatMap((id) => messages.message(id)?.sender_id ?? []));
}
