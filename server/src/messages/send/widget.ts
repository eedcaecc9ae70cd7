/** Messages with a widget: a poll or to-do list by their first word, or a bot's form. */
import { ApiError, type MessageId, type Sentence, said, type UserId } from "../../kernel/api/index.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { type Widget, widgetOf } from "../../text/markdown/widgets.ts";
import { insertSubmessage } from "../submessages/store.ts";

/** A widget's initial data, which clients interpret. */
export type StartingWidget = Widget | FormWidget;

export interface FormWidget {
  readonly widget_type: "zform";
  readonly extra_data: Readonly<Record<string, unknown>>;
}

/** The widget in the request, or the one that the text starts. */
export function widgetFor(sent: string | undefined, content: string): StartingWidget | undefined {
  return sent === undefined ? widgetOf(content) : formIn(parsed(sent));
}

/** The first submessage of a message. */
export interface FirstSubmessage {
  readonly id: number;
  readonly message_id: MessageId;
  readonly sender_id: UserId;
  readonly msg_type: string;
  readonly content: string;
}

/** Adds the widget to the stored message. The message's event includes it, so there is no separate event. */
export async function startWidget(
  tx: TurnTx,
  message_id: MessageId,
  sender_id: UserId,
  widget: StartingWidget | undefined,
): Promise<FirstSubmessage[]> {
  if (widget === undefined) return [];
  const row = { message_id, sender_id, msg_type: "widget", content: JSON.stringify(widget) };
  return [{ id: await insertSubmessage(tx, row), ...row }];
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    throw new ApiError(said`Widgets: API programmer sent invalid JSON content`);
  }
}

type Dict = Readonly<Record<string, unknown>>;

const invalid = (detail: Sentence) => new ApiError(said`Widgets: ${detail}`);

function formIn(value: unknown): FormWidget {
  const widget = dict(value, "widget_content");
  for (const key of ["widget_type", "extra_data"])
    if (!Object.hasOwn(widget, key)) throw invalid(said`${key} is not in widget_content`);
  const { widget_type } = widget;
  const extra_data = dict(widget.extra_data, "extra_data");
  if (widget_type !== "zform") throw invalid(said`unknown widget type: ${String(widget_type)}`);
  if (!Object.hasOwn(extra_data, "type")) throw invalid(said`zform is missing type field`);
  if (extra_data.type !== "choices") throw invalid(said`unknown zform type: ${String(extra_data.type)}`);
  checkTexts(extra_data, "extra_data", ["heading"]);
  const choices = member(extra_data, "extra_data", "choices");
  if (!Array.isArray(choices)) throw invalid(said`${'extra_data["choices"]'} is not a list`);
  for (const [index, choice] of choices.entries()) {
    const name = `extra_data["choices"][${index}]`;
    checkTexts(dict(choice, name), name, ["short_name", "long_name", "reply"]);
  }
  return { widget_type, extra_data };
}

function dict(value: unknown, name: string): Dict {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid(said`${name} is not a dict`);
  return value as Dict;
}

function member(of: Dict, name: string, key: string): unknown {
  if (!Object.hasOwn(of, key)) throw invalid(said`${key} key is missing from ${name}`);
  return of[key];
}

function checkTexts(of: Dict, name: string, keys: readonly string[]): void {
  for (const key of keys)
    if (typeof member(of, name, key) !== "string") throw invalid(said`${`${name}["${key}"]`} is not a string`);
}
