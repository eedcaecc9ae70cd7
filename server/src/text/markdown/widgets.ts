/** `/poll` and `/todo`: messages that start with one contain a widget, built from the following lines. */

export interface PollWidget {
  readonly widget_type: "poll";
  readonly extra_data: { readonly question: string; readonly options: readonly string[] };
}

export interface TodoWidget {
  readonly widget_type: "todo";
  readonly extra_data: {
    readonly task_list_title: string;
    readonly tasks: readonly { readonly task: string; readonly desc: string }[];
  };
}

export type Widget = PollWidget | TodoWidget;

/** The widget in a message; undefined for ordinary messages. */
export function widgetOf(content: string): Widget | undefined {
  const command = /^\/(poll|todo)(?=\s|$)/.exec(content)?.[1];
  if (command === undefined) return undefined;
  const [first = "", ...rest] = content.slice(command.length + 1).split("\n");
  const title = first.trim();
  const entries = rest.map(withoutBullet).filter((line) => line !== "");
  if (command === "poll") return { widget_type: "poll", extra_data: { question: title, options: entries } };
  return { widget_type: "todo", extra_data: { task_list_title: title, tasks: entries.map(taskOf) } };
}

function withoutBullet(line: string): string {
  return line.trim().replace(/^[-*]/, "").trim();
}

function taskOf(entry: string): { task: string; desc: string } {
  const colon = entry.indexOf(": ");
  if (colon < 0) return { task: entry, desc: "" };
  return { task: entry.slice(0, colon).trim(), desc: entry.slice(colon + 2).trim() };
}
