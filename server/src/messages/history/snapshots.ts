/** What a message was after each edit, found by going back from what it is now. */
import type { Edit } from "../../db/schema.ts";
import { shownTopic } from "../contract.ts";
import { htmlDiff } from "./diff.ts";

export interface PresentState {
  readonly subject: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly sender_id: number;
  readonly sent_at: number;
}

/** Oldest first. The edits are newest first, as they are stored, and only those that may be seen. */
export function snapshots(message: PresentState, edits: readonly Edit[], emptyTopic: boolean) {
  const name = (topic: string) => shownTopic(topic, emptyTopic);
  let { subject: topic, content, rendered_content } = message;
  const steps = edits.map((edit) => {
    const { user_id, timestamp, prev_topic, prev_content, prev_rendered_content, prev_stream, stream } = edit;
    const after = { topic: name(topic), content, rendered_content, timestamp, user_id };
    const step = {
      ...after,
      ...(prev_topic === undefined ? {} : { prev_topic: name(prev_topic) }),
      ...(prev_content === undefined || prev_rendered_content === undefined
        ? {}
        : {
            prev_content,
            prev_rendered_content,
            content_html_diff: htmlDiff(prev_rendered_content, rendered_content),
          }),
      ...(stream === undefined ? {} : { prev_stream, stream }),
    };
    topic = prev_topic ?? topic;
    content = prev_content ?? content;
    rendered_content = prev_rendered_content ?? rendered_content;
    return step;
  });
  const { sent_at: timestamp, sender_id: user_id } = message;
  return [{ topic: name(topic), content, rendered_content, timestamp, user_id }, ...steps.reverse()];
}
