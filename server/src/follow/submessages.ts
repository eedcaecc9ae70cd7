/** Polls and task lists: what people have added to them, in terms of this server. */
import { fieldsOf } from "../imports/json.ts";
import { collections } from "../kernel/limits/collections.ts";
import type { Correspondence } from "./ids.ts";
import type { MessageState, SubmessageState } from "./message.ts";

export interface LocalSubmessage {
  readonly sender_id: number;
  readonly msg_type: string;
  readonly content: string;
}

const LONGEST_CONTENT = 10_000;
const LONGEST_TYPE = 60;

/** Those that can be stored here. */
export function submessagesHere(ids: Correspondence, { submessages }: MessageState): LocalSubmessage[] {
  const isTaskList = fieldsOf(jsonIn(submessages[0]?.content)).widget_type === "todo";
  return submessages.slice(0, collections.submessages.max).flatMap(({ sender, type, content }) => {
    const sender_id = ids.get("person", sender);
    const isFit = type.length <= LONGEST_TYPE && content.length <= LONGEST_CONTENT;
    if (sender_id === undefined || !isFit) return [];
    return [{ sender_id, msg_type: type, content: withOwnKey(ids, content, isTaskList) }];
  });
}

/** An option or a task is named by its author and their number for it: `17,1` in polls, `1,17` in task lists. */
function withOwnKey(ids: Correspondence, content: string, isTaskList: boolean): string {
  const fields = fieldsOf(jsonIn(content));
  const [, first, second] = /^(\d{1,15}),(\d{1,15})$/.exec(typeof fields.key === "string" ? fields.key : "") ?? [];
  if (first === undefined || second === undefined) return content;
  const author = ids.get("person", Number(isTaskList ? second : first));
  if (author === undefined) return content;
  return JSON.stringify({ ...fields, key: isTaskList ? `${first},${author}` : `${author},${second}` });
}

function jsonIn(content: string | undefined): unknown {
  try {
    return JSON.parse(content ?? "");
  } catch {
    return undefined;
  }
}

export const comparableSubmessages = (list: readonly LocalSubmessage[]): string[] =>
  list.map(({ sender_id, msg_type, content }) => JSON.stringify([sender_id, msg_type, content]));

export const localSubmessages = (list: readonly SubmessageState[]): LocalSubmessage[] =>
  list.map(({ sender, type, content }) => ({ sender_id: sender, msg_type: type, content }));
