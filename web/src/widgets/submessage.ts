/**
 * Submessages. The author's first one defines the widget; all later ones change it. Anyone can add submessages, so
 * malformed ones are ignored.
 */

export interface Submessage {
  readonly id: number;
  readonly sender_id: number;
  readonly msg_type: string;
  /** JSON text. */
  readonly content: string;
}

/** The parts of a message that its widget needs. */
export interface WidgetMessage {
  readonly id: number;
  readonly sender_id: number;
  readonly submessages: readonly Submessage[];
}

export interface Definition {
  readonly widget_type: string;
  readonly extra_data: WidgetFields;
}

export interface WidgetChange {
  readonly sender_id: number;
  readonly data: WidgetFields;
}

export type WidgetFields = Readonly<Record<string, unknown>>;

export interface WidgetContents {
  readonly definition: Definition;
  /** In the order they were made, not received. */
  readonly changes: readonly WidgetChange[];
}

export function attachedTo({ sender_id, submessages }: WidgetMessage): WidgetContents | undefined {
  const inOrder = [...new Map(submessages.map((each) => [each.id, each])).values()].sort(
    (one, other) => one.id - other.id,
  );
  const [first, ...later] = inOrder.filter(({ msg_type }) => msg_type === "widget");
  const definition = first?.sender_id === sender_id ? definitionIn(first.content) : undefined;
  if (!definition) return undefined;
  const changes = later.flatMap((each) => {
    const data = fieldsIn(each.content);
    return data ? [{ sender_id: each.sender_id, data }] : [];
  });
  return { definition, changes };
}

function definitionIn(content: string): Definition | undefined {
  const { widget_type, extra_data } = fieldsIn(content) ?? {};
  if (typeof widget_type !== "string") return undefined;
  return { widget_type, extra_data: isFields(extra_data) ? extra_data : {} };
}

function fieldsIn(json: string): WidgetFields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isFields = (value: unknown): value is WidgetFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Each person's options and tasks are numbered from 0 to this. */
const MAX_INDEX = 1000;

export const isIndex = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INDEX;

/** Non-empty text. */
export const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** The number for a person's next option or task, given those used; undefined if there are too many. */
export function nextIndex(used: Iterable<number>): number | undefined {
  const next = Math.max(-1, ...used) + 1;
  return next <= MAX_INDEX ? next : undefined;
}
