import { messages } from "@parley/server/contract";
import type { Connection } from "../connection.ts";
import { isSameTopic } from "./changes.ts";
import { type Term, topicNamed } from "./narrow.ts";
import { normalised, type OutboxEntry } from "./outbox-entry.ts";

interface OutboxSearch {
  /** The message can only be newer than this one. */
  readonly sentAfter: number;
  readonly ownId: number;
  readonly signal: AbortSignal;
}

const PAGE = 1000;

/** The id of a message that may have arrived although sending it failed; undefined if it did not. */
export async function arrivedAs(
  connection: Connection,
  { message }: OutboxEntry,
  { sentAfter, ownId, signal }: OutboxSearch,
): Promise<number | undefined> {
  const content = normalised(message.content);
  // By channel, not topic: it may have been moved already.
  const place: Term =
    message.type === "channel"
      ? { operator: "channel", operand: message.to }
      : { operator: "dm", operand: message.to.length > 0 ? message.to : [ownId] };
  const narrow: Term[] = [place, { operator: "sender", operand: ownId }];
  for (let anchor = sentAfter; ; ) {
    const answer = await connection.call(
      messages.getMessages,
      {
        narrow,
        anchor: String(anchor),
        include_anchor: false,
        num_before: 0,
        num_after: PAGE,
        apply_markdown: false,
        allow_empty_topic_name: true,
      },
      { signal },
    );
    const found = answer.messages.find(
      (each) =>
        each.content === content &&
        (message.type === "direct" ||
          each.last_moved_timestamp !== undefined ||
          isSameTopic(each.subject, topicNamed(message.topic))),
    );
    if (found) return found.id;
    if (answer.found_newest) return undefined;
    anchor = answer.messages.at(-1)?.id ?? anchor;
  }
}
