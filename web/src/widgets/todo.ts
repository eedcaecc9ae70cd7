/** A to-do list: tasks that anyone can add, check and uncheck. */
import { isFields, isIndex, isText, nextIndex, type WidgetChange, type WidgetContents } from "./submessage.ts";

export interface Task {
  /** The author's number for it and their ID; `0,canned` for the original tasks. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly isDone: boolean;
}

export interface TodoList {
  readonly title: string;
  readonly tasks: readonly Task[];
}

export function todoFrom({ definition, changes }: WidgetContents, authorId: number): TodoList {
  const { task_list_title, tasks } = definition.extra_data;
  const made = new TodoInProgress(typeof task_list_title === "string" ? task_list_title : "", authorId);
  for (const [index, task] of (Array.isArray(tasks) ? tasks : []).entries()) {
    if (isFields(task)) made.add(`${index},canned`, task.task, task.desc, false);
  }
  for (const change of changes) made.apply(change);
  return made.list;
}

class TodoInProgress {
  #title: string;
  readonly #authorId: number;
  readonly #tasks = new Map<string, Task>();

  constructor(title: string, authorId: number) {
    this.#title = title;
    this.#authorId = authorId;
  }

  apply({ sender_id, data }: WidgetChange): void {
    const { type, key, task, desc, completed, title } = data;
    if (type === "new_task" && isIndex(key)) this.add(`${key},${sender_id}`, task, desc, completed === true);
    else if (type === "strike" && typeof key === "string") this.#strike(key);
    else if (type === "new_task_list_title" && sender_id === this.#authorId && typeof title === "string") {
      this.#title = title;
    }
  }

  /** A task is not added twice. */
  add(key: string, name: unknown, description: unknown, isDone: boolean): void {
    if (!isText(name) || this.#tasks.has(key)) return;
    const wanted = name.trim();
    if ([...this.#tasks.values()].some((task) => task.name === wanted)) return;
    this.#tasks.set(key, { key, name: wanted, description: isText(description) ? description.trim() : "", isDone });
  }

  #strike(key: string): void {
    const task = this.#tasks.get(key);
    if (task) this.#tasks.set(key, { ...task, isDone: !task.isDone });
  }

  get list(): TodoList {
    return { title: this.#title.trim(), tasks: [...this.#tasks.values()] };
  }
}

export const strikeOf = ({ key }: Task) => ({ type: "strike", key });

export const titleTo = (title: string) => ({ type: "new_task_list_title", title });

export const hasTask = ({ tasks }: TodoList, name: string): boolean => tasks.some((task) => task.name === name.trim());

/** Undefined if the person has added the maximum. */
export function newTask({ tasks }: TodoList, ownId: number, name: string, description: string) {
  const own = tasks.filter(({ key }) => key.endsWith(`,${ownId}`));
  const key = nextIndex(own.map((task) => Number.parseInt(task.key, 10)));
  if (key === undefined) return undefined;
  return { type: "new_task", key, task: name.trim(), desc: description.trim(), completed: false };
}
