/** How much of what a message has been the organization shows. */
import type { Edit } from "../../db/schema.ts";
import type { RealmSettings } from "../../settings/realm-settings.ts";
import { shownTopic } from "../contract.ts";

type Policy = RealmSettings["message_edit_history_visibility_policy"];

const isMove = (edit: Edit) => edit.topic !== undefined || edit.stream !== undefined;

export function visibleEdits(policy: Policy, edits: readonly Edit[]): readonly Edit[] {
  switch (policy) {
    case "all":
      return edits;
    case "moves":
      return edits.filter(isMove).map(({ prev_content: _, prev_rendered_content: __, ...move }) => move);
    case "none":
      return [];
    default:
      throw new Error(policy satisfies never);
  }
}

export function withShownTopics(edit: Edit, emptyTopic: boolean): Edit {
  if (emptyTopic || edit.topic === undefined || edit.prev_topic === undefined) return edit;
  return {
    ...edit,
    topic: shownTopic(edit.topic, emptyTopic),
    prev_topic: shownTopic(edit.prev_topic, emptyTopic),
  };
}
