/** What may be added to a poll and a to-do list: exactly these keys, with values of these types. */
import { ApiError, type ErrorDeclaration, type Sentence, said } from "../../kernel/api/index.ts";
import { MayNotEditQuestion, MayNotEditTaskListTitle } from "./contract.ts";

/** What is wrong with a value, or undefined. */
type WidgetRule = (value: unknown, name: string) => Sentence | undefined;

/** Each person's options and tasks are numbered from 0. */
const MAX_INDEX = 1000;

const string: WidgetRule = (value, name) => (typeof value === "string" ? undefined : said`${name} is not a string`);
const boolean: WidgetRule = (value, name) => (typeof value === "boolean" ? undefined : said`${name} is not a boolean`);

const index: WidgetRule = (value, name) => {
  if (!Number.isInteger(value)) return said`${name} is not an integer`;
  if ((value as number) < 0) return said`${name} is too small`;
  return (value as number) > MAX_INDEX ? said`${name} is too large` : undefined;
};

const upOrDown: WidgetRule = (value, name) => {
  if (!Number.isInteger(value)) return said`${name} is not an integer`;
  return value === 1 || value === -1 ? undefined : said`Invalid ${name}`;
};

interface Action {
  readonly fields: Readonly<Record<string, WidgetRule>>;
  /** Rejects everyone but the message's author. */
  readonly forAuthor?: ErrorDeclaration<void>;
}

interface WidgetKind {
  readonly name: string;
  readonly actions: Readonly<Record<string, Action>>;
}

const KINDS: Readonly<Record<string, WidgetKind>> = {
  poll: {
    name: "poll data",
    actions: {
      vote: { fields: { key: string, vote: upOrDown } },
      new_option: { fields: { option: string, idx: index } },
      question: { fields: { question: string }, forAuthor: MayNotEditQuestion },
    },
  },
  todo: {
    name: "todo data",
    actions: {
      new_task: { fields: { key: index, task: string, desc: string, completed: boolean } },
      strike: { fields: { key: string } },
      new_task_list_title: { fields: { title: string }, forAuthor: MayNotEditTaskListTitle },
    },
  },
};

/** Throws unless the widget supports the action and the user may take it; other widgets accept everything. */
export function checkWidgetData(widgetType: unknown, data: unknown, isAuthor: boolean): void {
  const kind = typeof widgetType === "string" && Object.hasOwn(KINDS, widgetType) ? KINDS[widgetType] : undefined;
  if (!kind) return;
  const { name, actions } = kind;
  if (typeof data !== "object" || data === null || Array.isArray(data)) throw new ApiError(said`${name} is not a dict`);
  const given = data as Record<string, unknown>;
  checkFields(given, name, { type: string });
  const type = given.type as string;
  const action = Object.hasOwn(actions, type) ? actions[type] : undefined;
  if (!action) throw new ApiError(said`Unknown type for ${name}: ${type}`);
  if (action.forAuthor && !isAuthor) throw new action.forAuthor();
  const fields = { type: string, ...action.fields };
  checkFields(given, name, fields);
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0) throw new ApiError(said`Unexpected arguments: ${unknown.join(", ")}`);
}

function checkFields(given: Record<string, unknown>, name: string, fields: Readonly<Record<string, WidgetRule>>): void {
  for (const [key, rule] of Object.entries(fields)) {
    if (!Object.hasOwn(given, key)) throw new ApiError(said`${key} key is missing from ${name}`);
    const fault = rule(given[key], `${name}["${key}"]`);
    if (fault !== undefined) throw new ApiError(fault);
  }
}
