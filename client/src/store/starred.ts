import { deletedBy } from "./deleted.ts";
import { part } from "./part.ts";

/** The messages that the user has starred. */
export type StarredState = ReadonlySet<number>;

export const starredPart = part<StarredState>({
  from: (snapshot) => new Set(snapshot.starred_messages ?? []),

  on: {
    delete_message: (state, event) => without(state, deletedBy(event)),
    update_message_flags: {
      add: (state, { flag, messages }) => (flag === "starred" ? new Set([...state, ...messages]) : state),
      remove: (state, { flag, messages }) => (flag === "starred" ? without(state, messages) : state),
    },
  },
});

function without(state: StarredState, ids: readonly number[]): StarredState {
  const gone = new Set(ids);
  return new Set([...state].filter((id) => !gone.has(id)));
}
