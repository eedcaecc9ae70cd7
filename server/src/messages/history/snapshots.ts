/** The versions of a message, reconstructed backwards from the current one. */
import type { ChannelId } from "../../kernel/api/ids.ts";
import { Steps } from "../../kernel/steps.ts";
import { shownTopic } from "../../text/topics.ts";
import { htmlDiff } from "./diff.ts";
import { REPEATED_IN_HISTORY } from "./limits.ts";
import type { Edit } from "./store.ts";
import { type Showing, shownEdit } from "./visible.ts";

export interface PresentState {
  readonly subject: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly sender_id: number;
  readonly sent_at: number;
  readonly channel: { readonly id: ChannelId } | undefined;
}

/**
 * Oldest first; the edits come newest first. Unknown values, because they are not kept or the reader could not see
 * them, are empty: clients need the fields.
 */
export async function snapshots(message: PresentState, edits: readonly Edit[], showing: Showing) {
  const { policy, knows, emptyTopic } = showing;
  let text: Text | undefined = { content: message.content, rendered_content: message.rendered_content };
  let topic = message.subject;
  let place = message.channel?.id ?? null;
  let repeated = 0;
  const topicThere = () => (knows(place) === "place" ? shownTopic(topic, emptyTopic) : "");
  const differences = differencesIn(edits);
  const steps = [];
  const turns = new Steps();
  for (const edit of edits) {
    if (turns.isOver) await turns.pause();
    const { prev_topic, channel_id, prev_channel_id, text_size, prev_content, prev_rendered_content } = edit;
    const shown = shownEdit(edit, showing);
    const isText = text_size !== null && policy === "all";
    const before = { content: prev_content ?? "", rendered_content: prev_rendered_content ?? "" };
    if (shown) {
      if (!isText) repeated += sizeOf(text);
      const after = isText || repeated <= REPEATED_IN_HISTORY ? text : undefined;
      steps.push({
        ...shown,
        topic: topicThere(),
        ...(after ?? NO_TEXT),
        ...(text && "prev_content" in shown
          ? { content_html_diff: htmlDiff(before.rendered_content, text.rendered_content, differences) }
          : {}),
      });
    }
    topic = prev_topic ?? topic;
    // A later move may not be kept: then the entry itself says where the message was.
    place = prev_channel_id ?? channel_id ?? place;
    if (isText) text = prev_content === null ? undefined : before;
  }
  const { sent_at: timestamp, sender_id: user_id } = message;
  return [{ topic: topicThere(), ...(text ?? NO_TEXT), timestamp, user_id }, ...steps.reverse()];
}

interface Text {
  readonly content: string;
  readonly rendered_content: string;
}

const NO_TEXT: Text = { content: "", rendered_content: "" };

const sizeOf = (text: Text | undefined) => (text ? text.content.length + text.rendered_content.length : 0);

/** Comparing costs the square of the differences: with many edits, each comparison stops sooner. */
function differencesIn(edits: readonly Edit[]): number {
  const count = edits.filter((edit) => edit.prev_content !== null).length;
  return Math.floor(400 / Math.sqrt(Math.max(1, count / 10)));
}
