/** Events can bring messages into a narrow without containing them: finds the ones to fetch. */
import { type Handlers, handled } from "../handlers.ts";
import type { State } from "../store/store.ts";
import type { ServerEvent } from "../types.ts";
import { moveIn, type UpdateEvent } from "./changes.ts";
import type { Facts } from "./decide.ts";
import type { Term } from "./narrow.ts";

export interface ViewFilter {
  /** What the event says about the message. */
  readonly facts: Facts;
  /** Whether the change matters to narrows with this term; without it, to all narrows. */
  readonly affects?: (term: Term) => boolean;
}

const byFlags = ({ operator }: Term): boolean => operator === "is";
const byReactions = ({ operator, operand }: Term): boolean => operator === "has" && operand === "reaction";
const byContent = ({ operator }: Term): boolean => operator === "is" || operator === "has";

const WANTED: Handlers<State, ViewFilter[]> = {
  update_message: (state, event) => [
    ...movedBy(event, state),
    event.rendered_content === undefined
      ? { facts: { id: event.message_id, flags: event.flags }, affects: byFlags }
      : { facts: { id: event.message_id, flags: event.flags, content: event.rendered_content }, affects: byContent },
  ],
  update_message_flags: {
    add: (_, event) => (event.flag === "read" ? [] : flagged(event, [event.flag])),
    remove: (_, event) => (event.flag === "read" ? flagged(event, []) : []),
  },
  reaction: {
    add: (_, { message_id: id }) => [{ facts: { id }, affects: byReactions }],
    remove: (_, { message_id: id }) => [{ facts: { id }, affects: byReactions }],
  },
};

export function wantedBy(events: readonly ServerEvent[], state: State): ViewFilter[] {
  return events.flatMap((event) => handled(WANTED, event, state, []));
}

function movedBy(event: UpdateEvent, state: State): ViewFilter[] {
  const move = moveIn(event);
  if (!move || !state.channels.channels.has(move.stream_id)) return [];
  const { message_ids, stream_id, topic: subject } = move;
  return message_ids.map((id) => ({ facts: { id, type: "stream", stream_id, subject } }));
}

interface Flagging {
  readonly all: boolean;
  readonly messages: readonly number[];
}

const flagged = ({ all, messages }: Flagging, flags: string[]): ViewFilter[] =>
  all ? [] : messages.map((id) => ({ facts: { id, flags }, affects: byFlags }));
