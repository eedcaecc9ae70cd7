import { part } from "./part.ts";

/** The messages that the user has starred. */
export type StarredState = ReadonlySet<number>;

export const starredPart = part<StarredState>({
  from: (snapshot) => new Set(snapshot.starred_messages ?? []),

  apply(state, event) {
    if (event.type === "delete_message") return without(state, (event.message_ids ?? [event.message_id]) as number[]);
    if (event.type !== "update_message_flags" || event.flag !== "starred") return state;
    const messages = event.messages as number[];
    return event.op === "add" ? new Set([...state, ...messages]) : without(state, messages);
  },
});

function without(state: StarredState, ids: readonly number[]): StarredState {
  const gone = new Set(ids);
  return new Set([...state].filter((id) => !gone.has(id)));
}
