/** Events can bring messages into a narrow without containing them: finds the ones to fetch. */
import { type Handlers, handled } from "../handlers.ts";
import type { State } from "../store/store.ts";
import type { ServerEvent } from "../types.ts";
import { moveIn, type UpdateEvent } from "./changes.ts";
import type { Facts } from "./decide.ts";

export interface ViewFilter {
  /** What the event says about the message. */
  readonly facts: Facts;
  /** The change is to the user's own flags, so only narrows about flags are affected. */
  readonly byState: boolean;
}

const WANTED: Handlers<State, ViewFilter[]> = {
  update_message: (state, event) => [
    ...movedBy(event, state),
    { facts: { id: event.message_id, flags: event.flags }, byState: true },
  ],
  update_message_flags: {
    add: (_, event) => (event.flag === "read" ? [] : flagged(event, [event.flag])),
    remove: (_, event) => (event.flag === "read" ? flagged(event, []) : []),
  },
};

export function wantedBy(events: readonly ServerEvent[], state: State): ViewFilter[] {
  return events.flatMap((event) => handled(WANTED, event, state, []));
}

function movedBy(event: UpdateEvent, state: State): ViewFilter[] {
  const move = moveIn(event);
  if (!move || !state.channels.channels.has(move.stream_id)) return [];
  const { message_ids, stream_id, topic: subject } = move;
  return message_ids.map((id) => ({ facts: { id, type: "stream", stream_id, subject }, byState: false }));
}

interface Flagging {
  readonly all: boolean;
  readonly messages: readonly number[];
}

const flagged = ({ all, messages }: Flagging, flags: string[]): ViewFilter[] =>
  all ? [] : messages.map((id) => ({ facts: { id, flags }, byState: true }));
